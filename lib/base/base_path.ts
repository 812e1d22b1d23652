import { type Check, textRule } from "./input/check_options.ts";

/** Path of the dashboard, unless the host chooses another. */
export const defaultDashboardPath = "/dashboard";

/** Checks a mount prefix. Rejects the segments `.` and `..`, because URL parsers remove them from a path. */
export const basePathRule: Check = textRule(
  'empty or a path such as "/content", with letters, digits, "-", ".", "_" and "~", without a slash at its end',
  (text) => text === "" || isBasePath(text),
);

/** True if a text is a path of one or more segments, without a slash at the end. */
export function isBasePath(text: string): boolean {
  return /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/.test(text);
}

/** True for an origin in the form of browsers, such as `https://example.com`. A wildcard would match nothing. */
export function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text && !text.includes("*");
}
