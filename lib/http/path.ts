import { ProblemError } from "./problem.ts";

/** Longer parts of a path than this name nothing. */
const longestPart = 1000;

/** The path of an absolute URL as it stands there, still encoded, without a slash at its end; empty where the URL has no path. */
export function pathOf(url: string): string {
  const authority = url.indexOf("://") + 3;
  const start = url.indexOf("/", authority);
  const query = url.indexOf("?", authority);
  const fragment = url.indexOf("#", authority);
  let end = query === -1 ? url.length : query;
  if (fragment !== -1 && fragment < end) end = fragment;
  if (start === -1 || start > end) return "";
  return url.slice(start, url[end - 1] === "/" ? end - 1 : end);
}

/** Whether a path is the base itself, or below it. */
export function isBelow(path: string, base: string): boolean {
  return path.startsWith(base) && (path.length === base.length || path[base.length] === "/");
}

/**
 * Decodes the parameters of a path.
 *
 * @throws {ProblemError} when one is not percent-encoded UTF-8, or longer than anything there is
 */
export function decodeParams(params: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, part]) => [name, decode(name, part)]));
}

function decode(name: string, part: string): string {
  if (part.length > longestPart) {
    throw new ProblemError(
      "malformed-path",
      `The path's ${name} must be at most ${longestPart} characters long`,
    );
  }
  try {
    return decodeURIComponent(part);
  } catch (cause) {
    throw new ProblemError("malformed-path", `The path's ${name} must be percent-encoded UTF-8`, { cause });
  }
}
