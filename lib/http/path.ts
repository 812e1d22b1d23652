import { ProblemError } from "./problem.ts";

/** Longer parts of a path than this name nothing. */
const longestPart = 1000;

/**
 * Matches a path against a pattern such as `/post/{organizationSlug}/{slug}`, part by part. A
 * trailing slash is no part.
 *
 * @returns the parameters as they stand in the path, still encoded, or undefined when it does not match
 */
export function matchPath(pattern: string, pathname: string): Record<string, string> | undefined {
  const parts = pathname.replace(/\/$/, "").split("/");
  const expected = pattern.split("/");
  if (parts.length !== expected.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, name] of expected.entries()) {
    const part = parts[index] ?? "";
    if (!name.startsWith("{")) {
      if (part !== name) return undefined;
    } else if (part === "") return undefined;
    else params[name.slice(1, -1)] = part;
  }
  return params;
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
