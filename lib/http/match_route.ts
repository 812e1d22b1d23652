import { BoundedMap } from "../bounded_map.ts";
import type { ApiHandler } from "./http_deps.ts";
import { decodeParams } from "./path.ts";

/** What is answered at a path, by method. */
export interface Route {
  /** `post/{organizationSlug}/{slug}`: parts in braces are parameters. */
  path: string;
  GET?: ApiHandler;
  POST?: ApiHandler;
}

/** A path that a route matches. */
export class Match<Found extends { path: string } = Route> {
  readonly route: Found;
  readonly path: string;
  readonly #encoded: Readonly<Record<string, string>>;
  #params: Readonly<Record<string, string>> | undefined;

  constructor(route: Found, path: string, encoded: Readonly<Record<string, string>>) {
    this.route = route;
    this.path = path;
    this.#encoded = encoded;
  }

  /**
   * The path's parameters, decoded.
   *
   * @throws {ProblemError} when one cannot be
   */
  get params(): Readonly<Record<string, string>> {
    return (this.#params ??= decodeParams(this.#encoded));
  }
}

/** How many paths are remembered, and how long one may be to be. */
const mostPaths = 10_000;
const longestPath = 500;

/**
 * Makes the function that finds the route of a path; the first that matches, part by part. The paths asked for last are remembered.
 *
 * @param root what the paths of all routes begin with
 */
export function createMatcher<Found extends { path: string }>(
  root: string,
  routes: readonly Found[],
): (path: string) => Match<Found> | undefined {
  const patterns = routes.map((route) => ({ route, parts: route.path.split("/") }));
  const known = new BoundedMap<Match<Found>>(mostPaths);

  function find(path: string): Match<Found> | undefined {
    if (!path.startsWith(root)) return undefined;
    const parts = path.slice(root.length).split("/");
    for (const { route, parts: pattern } of patterns) {
      const params = matchParts(pattern, parts);
      if (params === undefined) continue;
      const match = new Match(route, path, params);
      if (path.length <= longestPath) known.set(path, match);
      return match;
    }
    return undefined;
  }

  return (path) => known.get(path) ?? find(path);
}

/** The parameters as they stand in the path, still encoded, or undefined when it does not match. */
function matchParts(
  pattern: readonly string[],
  parts: readonly string[],
): Record<string, string> | undefined {
  if (parts.length !== pattern.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const part = parts[index] ?? "";
    if (!expected.startsWith("{")) {
      if (part !== expected) return undefined;
    } else if (part === "") return undefined;
    else params[expected.slice(1, -1)] = part;
  }
  return params;
}
