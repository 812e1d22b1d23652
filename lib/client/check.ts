import { type Check, integer, type Place, refuse, secretRule } from "../check_options.ts";

/** The place of an option or argument of the client. */
export function at(option: string): Place {
  return { action: "call the API", option };
}

/** Allows texts that a URL's path can hold as one segment. */
export const segment: Check = (value, place) => {
  if (typeof value !== "string" || /^\.{0,2}$/.test(value))
    refuse(place, 'a string other than "", "." and ".."', value);
};

/**
 * A part of a path, encoded. Every URL parser takes dots alone out of a path, percent-encoded ones too.
 *
 * @throws {InvalidOptionError} when it can be no part of a path
 */
export function checkedSegment(name: string, value: string): string {
  segment(value, at(name));
  return encodeURIComponent(value);
}

/** @throws {InvalidOptionError} when it is no whole number from 1 to `most` */
export function checkInteger(name: string, value: number, most: number): void {
  integer(1, most)(value, at(name));
}

/** Allows texts that a header can hold. The error does not show the text, which may be a key. */
export const header: Check = secretRule("ASCII characters without spaces", (text) => /^[!-~]+$/.test(text));
