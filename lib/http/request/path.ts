import { longestPathPart } from "../../base/api_address.ts";
import { ProblemError } from "../problems/problem.ts";

/** The path and the query of a request target. */
export interface TargetParts {
  /** Encoded path without a trailing slash. */
  path: string;
  /** Query with its question mark, or an empty string. */
  search: string;
}

/** Splits a request target, or the part of a URL after the origin, into path and query. It removes a fragment. */
export function splitTarget(target: string): TargetParts {
  const fragment = target.indexOf("#");
  const whole = fragment === -1 ? target : target.slice(0, fragment);
  const query = whole.indexOf("?");
  const end = query === -1 ? whole.length : query;
  const path = whole.slice(0, whole[end - 1] === "/" ? end - 1 : end);
  return { path, search: query === -1 ? "" : whole.slice(query) };
}

/** Returns true if a path equals the base or is below it. */
export function isBelow(path: string, base: string): boolean {
  return path.startsWith(base) && (path.length === base.length || path[base.length] === "/");
}

/**
 * Decodes the parameters of a path. Slugs get Unicode form NFC, because clients may send names of files in form NFD.
 *
 * @throws {ProblemError} if a parameter is not percent-encoded UTF-8, or is too long
 */
export function decodeParams(params: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, part]) => [name, decode(name, part)]));
}

function decode(name: string, part: string): string {
  if (part.length > longestPathPart) {
    throw new ProblemError(
      "malformed-path",
      `The path's ${name} must be at most ${longestPathPart} characters long`,
    );
  }
  try {
    const decoded = decodeURIComponent(part);
    return name === "slug" ? decoded.normalize("NFC") : decoded;
  } catch (cause) {
    throw new ProblemError("malformed-path", `The path's ${name} must be percent-encoded UTF-8`, { cause });
  }
}
