import type { Endpoint } from "./endpoint.ts";
import { decodeParams } from "./path.ts";
import type { Handlers } from "./route_methods.ts";
import type { Surface } from "./surface.ts";

/** The endpoints of a path, by method. */
export interface Route extends Handlers<Endpoint> {
  /** `post/{organizationSlug}/{slug}`: parts in braces are parameters. */
  path: string;
}

/** Parts of a {@link Match}. */
interface MatchParts {
  surface: Surface;
  route: Route;
  /** The pattern of the path without the base path; undefined for an unknown path. */
  pattern: string | undefined;
  path: string;
  search: string;
  encoded: Readonly<Record<string, string>>;
}

/** The route of a request target. */
export class Match {
  readonly surface: Surface;
  readonly route: Route;
  readonly pattern: string | undefined;
  /** The path without the slash at its end, still encoded. */
  readonly path: string;
  /** The query with its question mark; empty where there is none. */
  readonly search: string;
  readonly #encoded: Readonly<Record<string, string>>;
  #params: Readonly<Record<string, string>> | undefined;
  #query: unknown;

  constructor({ surface, route, pattern, path, search, encoded }: MatchParts) {
    this.surface = surface;
    this.route = route;
    this.pattern = pattern;
    this.path = path;
    this.search = search;
    this.#encoded = encoded;
  }

  /**
   * The decoded parameters of the path.
   *
   * @throws {ProblemError} when one cannot be decoded
   */
  get params(): Readonly<Record<string, string>> {
    return (this.#params ??= decodeParams(this.#encoded));
  }

  /**
   * The query as the endpoint of the route reads it. It is read once for each target.
   *
   * @throws {ProblemError} when it is not valid
   */
  query<Query>(read: (parameters: URLSearchParams) => Query): Query {
    return (this.#query ??= read(new URLSearchParams(this.search))) as Query;
  }
}
