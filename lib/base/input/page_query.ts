/** A page of a list. */
export interface PageQuery {
  /** 1 to 100. Default: 50. */
  limit?: number;
  /** `next` of the previous page. Default: the first page. */
  after?: string;
}

/**
 * Checks the size of a page.
 *
 * @param action beginning of the error message, such as `Cannot list the posts`
 * @throws {RangeError} if it is not a whole number from 1 to `most`
 */
export function requirePageLimit(action: string, limit: number, most = 100): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= most) return;
  throw new RangeError(`${action}: limit must be a whole number from 1 to ${most}, and is ${limit}`);
}
