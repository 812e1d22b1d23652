/**
 * A part of a path, encoded. Every URL parser takes dots alone out of a path, percent-encoded ones too.
 *
 * @throws {RangeError} when it can be no part of a path
 */
export function checkedSegment(name: string, value: string): string {
  const isAllowed = typeof value === "string" && !/^\.{0,2}$/.test(value);
  return isAllowed ? encodeURIComponent(value) : refuse(name, 'a string other than "", "." and ".."', value);
}

/** @throws {RangeError} when it is no whole number from 1 to `most` */
export function checkInteger(name: string, value: number, most: number): void {
  const isAllowed = Number.isInteger(value) && value >= 1 && value <= most;
  if (!isAllowed) refuse(name, `a whole number from 1 to ${most}`, value);
}

/** @throws {RangeError} when no header can hold it; since it may be a key, the message tells its type only */
export function checkHeader(name: string, value: string): void {
  const isAllowed = typeof value === "string" && /^[!-~]+$/.test(value);
  if (!isAllowed) refuse(name, "ASCII characters without spaces", `another ${typeof value}`);
}

/** @throws {RangeError} that names the option, what is allowed, and the value */
export function refuse(name: string, rule: string, value: unknown): never {
  throw new RangeError(`Cannot call the API: ${name} must be ${rule}, and is ${String(value)}`);
}
