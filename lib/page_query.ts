/** A page of a list. */
export interface PageQuery {
  /** 1 to 100. Default: 50. */
  limit?: number;
  /** `next` of the previous page. Default: the first page. */
  after?: string;
}
