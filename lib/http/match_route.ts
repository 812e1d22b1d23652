import { BoundedMap } from "../bounded_map.ts";
import type { ApiHandler } from "./http_deps.ts";
import { decodeParams } from "./path.ts";
import { refusalOf } from "./request_target.ts";

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
  /** The path of the route, whole but for the base path: `/api/public/v1/post/{organizationSlug}`. Undefined for an unknown path. */
  readonly pattern: string | undefined;
  readonly #encoded: Readonly<Record<string, string>>;
  #params: Readonly<Record<string, string>> | undefined;

  constructor(
    route: Found,
    {
      path,
      pattern,
      encoded,
    }: Pick<Match, "path" | "pattern"> & { encoded: Readonly<Record<string, string>> },
  ) {
    this.route = route;
    this.path = path;
    this.pattern = pattern;
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

/** The match of a path below the root of an API that has no such route. */
export function unknownPath(path: string): Match<{ path: string }> {
  return new Match({ path: "" }, { path, pattern: undefined, encoded: {} });
}

/** How many paths are remembered, and how long one may be to be. */
const mostPaths = 10_000;
const longestPath = 500;

/**
 * Makes the function that finds the route of a path; the first that matches, part by part. The paths asked for last are remembered.
 * A path that {@link refusalOf} refuses has no route.
 *
 * @param start.root what the paths of all routes begin with, after the base path
 */
export function createMatcher<Found extends { path: string }>(
  { basePath, root }: { basePath: string; root: string },
  routes: readonly Found[],
): (path: string) => Match<Found> | undefined {
  const start = basePath + root;
  const patterns = routes.map((route) => ({ route, expected: route.path.split("/") }));
  const known = new BoundedMap<Match<Found>>(mostPaths);

  function find(path: string): Match<Found> | undefined {
    if (!path.startsWith(start) || refusalOf(path) !== undefined) return undefined;
    const parts = path.slice(start.length).split("/");
    for (const { route, expected } of patterns) {
      const encoded = matchParts(expected, parts);
      if (encoded === undefined) continue;
      const match = new Match(route, { path, pattern: root + route.path, encoded });
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
