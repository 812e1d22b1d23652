import { type Check, integer, type Place, refuse, secretRule } from "../../base/input/check_options.ts";

/** Returns the place of an option or argument of the client. */
export function at(option: string): Place {
  return { action: "call the API", option };
}

/** Allows texts that can be one segment of a URL's path. */
export const segment: Check = (value, place) => {
  if (typeof value !== "string" || /^\.{0,2}$/.test(value))
    refuse(place, 'a string other than "", "." and ".."', value);
};

/**
 * Returns a path segment, percent-encoded. Rejects `.` and `..`, which URL parsers remove from a path even if they are encoded.
 *
 * @throws {InvalidOptionError} if the value cannot be a path segment
 */
export function checkedSegment(name: string, value: string): string {
  segment(value, at(name));
  return encodeURIComponent(value);
}

/** @throws {InvalidOptionError} if the value is not a whole number from 1 to `most` */
export function checkInteger(name: string, value: number, most: number): void {
  integer(1, most)(value, at(name));
}

/** Allows texts that can be in a header. The error does not show the text, because it may be a key. */
export const header: Check = secretRule("ASCII characters without spaces", (text) => /^[!-~]+$/.test(text));
