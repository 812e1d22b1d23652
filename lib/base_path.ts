import { type Check, textRule } from "./check_options.ts";

/** Checks a mount prefix. Segments of dots alone are refused: every URL parser removes them from a path. */
export const basePathRule: Check = textRule(
  'empty or a path such as "/content", of letters, digits, "-", ".", "_" and "~", without a slash at its end',
  (text) => text === "" || isBasePath(text),
);

/** Tells whether a text is one path segment or more, without a slash at the end. */
export function isBasePath(text: string): boolean {
  return /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/.test(text);
}
