import { ProblemError } from "./problem.ts";

/** Longer parts of a path than this name nothing. */
const longestPart = 1000;

/** The path of an absolute URL as it stands there, still encoded; a slash at its end is no part of it. */
export function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  let end = url.indexOf("?", start);
  if (end === -1) end = url.indexOf("#", start);
  if (end === -1) end = url.length;
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
