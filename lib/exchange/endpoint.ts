import type { Caller, KeyRequest } from "../access/mod.ts";
import type { Organization } from "../content/mod.ts";
import {
  decodeParams,
  type ExchangeRecord,
  type Handlers,
  type HeaderList,
  type Incoming,
  isRouteMethod,
} from "../http/mod.ts";
import type { ProblemError } from "../problems/mod.ts";
import type { Answers, Question } from "../store/mod.ts";
import type { ExchangeDeps } from "./exchange_deps.ts";
import type { CompleteHeaders, PreparedResponse } from "./prepared_response.ts";

/** What an endpoint asks for a request, and how it responds to the answers. */
export interface EndpointPlan {
  /** They are asked together with those of the key. */
  questions: readonly Question<unknown>[];
  /**
   * Responds, or throws a {@link ProblemError}. A promise is for rare work: a first rendering, a list, a request body.
   *
   * @param caller null for a request without a key
   */
  respond: (answers: Answers, caller: Caller | null) => PreparedResponse | Promise<PreparedResponse>;
  /** Returns a response in place of an error, or undefined where the error is to be sent. */
  recover?: (error: unknown) => PreparedResponse | undefined;
}

/** Plans the response to a request. It reads no store. */
export type Endpoint = (request: ExchangeRequest) => EndpointPlan;

/** A request on its way through the exchange. */
export class ExchangeRequest implements KeyRequest {
  readonly incoming: Incoming;
  readonly match: Match;
  /** Time of the request, in milliseconds since the epoch. */
  readonly now: number;
  readonly about: ExchangeRecord;
  readonly #deps: ExchangeDeps;
  #organization: { slug: string; question: Question<Organization | null> } | undefined;
  #address: { found: string | undefined } | undefined;

  constructor(incoming: Incoming, match: Match, deps: ExchangeDeps) {
    this.incoming = incoming;
    this.match = match;
    this.now = deps.options.clock.now();
    this.#deps = deps;
    this.about = { route: match.pattern };
  }

  /**
   * The organization's slug in the path; empty where the route has none.
   *
   * @throws {ProblemError} when it cannot be decoded
   */
  get organizationSlug(): string {
    return this.match.params["organizationSlug"] ?? "";
  }

  get url(): URL {
    return new URL(this.incoming.url);
  }

  /** The question for an organization: one for the key and the endpoint, which nearly always need the same. */
  organization(slug: string): Question<Organization | null> {
    if (this.#organization?.slug !== slug) {
      this.#organization = { slug, question: this.#deps.content.organization(slug) };
    }
    return this.#organization.question;
  }

  /** The client's address; undefined where it is not known. */
  findAddress(): string | undefined {
    const { incoming } = this;
    this.#address ??= { found: this.#deps.findAddress(incoming.address, incoming.headers) };
    return this.#address.found;
  }
}

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

  /** The endpoint for a method. HEAD is answered by that for GET (RFC 9110, section 9.3.2). */
  endpointFor(method: string): Endpoint | undefined {
    if (method === "GET" || method === "HEAD") return this.route.GET;
    return isRouteMethod(method) ? this.route[method] : undefined;
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

/** The differences between the public API, the admin API and the dashboard in their responses. */
export interface ResponseSurface {
  /** True if a response gets an ETag of its bytes. */
  hasEtags: boolean;
  completeHeaders: CompleteHeaders;
  /** Sets the headers that depend on the request. */
  setRequestHeaders?: (headers: HeaderList, incoming: Incoming, route: Route) => void;
  toProblemResponse: (problem: ProblemError) => PreparedResponse;
}

/** An API whose callers have keys. */
export interface Surface extends ResponseSurface {
  /** The beginning of its paths, after the base path: `/api/public/v1`. */
  root: string;
  /** True if every endpoint needs a caller with a key of an existing organization. */
  needsKey: boolean;
  toProblem: (error: unknown) => ProblemError;
}
