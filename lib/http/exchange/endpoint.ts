import type { Caller, KeyRequest, Quota } from "../../access/mod.ts";
import { type Awaitable, isPromise } from "../../base/awaitable.ts";
import { isBoundToRequest, stopsAfterResponse, type WorkTime } from "../../base/bound_to_request.ts";
import type { ClientAddress } from "../request/client_address.ts";
import type { Organization } from "../../content/mod.ts";
import { decodeParams } from "../request/path.ts";
import type { ExchangeRecord, Incoming } from "../request/incoming.ts";
import { type Handlers, isRouteMethod, methodsOf } from "../route_methods.ts";
import type { HeaderList } from "../response/header_list.ts";
import { ProblemError } from "../problems/problem.ts";
import { wrongOrganization } from "../problems/refusals.ts";
import { type Answers, type Question, runQuestion, type Store } from "../../store/mod.ts";
import type { ExchangeDeps } from "./exchange_deps.ts";
import type { FormedSurface, PreparedResponse } from "./prepared_response.ts";

/** An endpoint's questions for a request, and its function that responds to the answers. */
export interface EndpointPlan {
  /** Questions that run in the same round trip as those of the key. */
  questions: readonly Question<unknown>[];
  /**
   * Responds, or throws a {@link ProblemError}. It returns a promise only for rare work: a first rendering, a list, a request body.
   *
   * @param caller null for a request without a key
   */
  respond: (answers: Answers, caller: Caller | null) => PreparedResponse | Promise<PreparedResponse>;
  /** Returns a response to send instead of an error, or undefined to send the error. */
  recover?: (error: unknown) => PreparedResponse | undefined;
}

/** Plans the response to a request without reading the store. */
export type Endpoint = (request: ExchangeRequest) => EndpointPlan;

/** A request that the exchange handles. */
export class ExchangeRequest implements KeyRequest {
  readonly incoming: Incoming;
  readonly match: Match;
  /** The organization's slug in the path, or an empty string if the path has none or cannot be decoded. */
  readonly organizationSlug: string;
  /** Time of the request, in milliseconds since the epoch. */
  readonly now: number;
  readonly about: ExchangeRecord;
  /** Slug of the key's organization. Undefined without a key, or before the key is verified for the first time. */
  keyOrganization: string | undefined;
  /** The quota after further uses of the key that the endpoint has counted. Undefined if the request counts once. */
  quotaAfter: Quota | undefined;
  readonly #deps: ExchangeDeps;
  #address: { found: ClientAddress | undefined } | undefined;
  /** Work that must end before the response is sent. */
  readonly #unfinished: Promise<unknown>[] = [];

  constructor(incoming: Incoming, match: Match, deps: ExchangeDeps) {
    this.incoming = incoming;
    this.match = match;
    this.organizationSlug = match.params["organizationSlug"] ?? "";
    this.now = deps.options.clock.now();
    this.#deps = deps;
    this.about = { route: match.pattern };
  }

  /** Returns the question for an organization. The key and the endpoint share it, because they usually need the same organization. */
  organization(slug: string): Question<Organization | null> {
    const { content } = this.#deps;
    if (slug !== this.organizationSlug) return content.organization(slug);
    return (this.match.organization ??= content.organization(slug));
  }

  /**
   * Returns the organization of the request's key. Only a key that was not cached needs a read.
   *
   * @throws {ProblemError} if it does not exist any more
   */
  async organizationOf({ credential }: Caller, answers: Answers, store: Store): Promise<Organization> {
    const question = this.organization(credential.organizationSlug);
    const organization = answers.has(question) ? answers.of(question) : await runQuestion(store, question);
    if (organization?.id !== credential.organizationId) throw wrongOrganization;
    return organization;
  }

  findAddress(): string | undefined {
    return this.#findClient()?.counted;
  }

  findExactAddress(): string | undefined {
    return this.#findClient()?.exact;
  }

  get workTime(): WorkTime {
    const { endsWithResponse, waitUntil } = this.incoming;
    if (endsWithResponse === true || stopsAfterResponse) return "response";
    if (!isBoundToRequest) return "process";
    return waitUntil === undefined ? "response" : "seconds";
  }

  keep(work: Awaitable<void>, { mayEnd = false }: { mayEnd?: boolean } = {}): void {
    if (!isPromise(work) || this.workTime === "process") return;
    const { endsWithResponse, waitUntil } = this.incoming;
    // On Lambda, other adapters have a `waitUntil` that does not wait.
    const waits = waitUntil !== undefined && (endsWithResponse === true || !stopsAfterResponse);
    if (waits || mayEnd) waitUntil?.(work);
    else this.#unfinished.push(work);
  }

  /** Waits for the work that must end before the response is sent, and returns the response. */
  finished<Response>(response: Response): Awaitable<Response> {
    if (this.#unfinished.length === 0) return response;
    return Promise.allSettled(this.#unfinished).then(() => response);
  }

  #findClient(): ClientAddress | undefined {
    const { incoming } = this;
    this.#address ??= { found: this.#deps.findAddress(incoming.address, incoming.headers) };
    return this.#address.found;
  }
}

/** The endpoints of a path, by method. */
export interface Route extends Handlers<Endpoint> {
  /** Pattern such as `post/{organizationSlug}/{slug}`. Parts in braces are parameters. */
  path: string;
  /** Secrets that `Authorization: Bearer` may have, `tokens` for keys and access tokens. Default: the header is ignored. */
  acceptsBearer?: "keys" | "tokens";
  /** Returns the `WWW-Authenticate` header of a 401. Default: that of the problem. */
  challenge?: (request: ExchangeRequest) => string;
  /** Request headers that only this route reads. Pages of other origins may send them. Default: none */
  ownHeaders?: readonly string[];
}

/** Parts of a {@link Match}. */
interface MatchParts {
  surface: Surface;
  route: Route;
  /** Pattern of the path without the base path, or undefined for an unknown path. */
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
  /** The encoded path without a trailing slash. */
  readonly path: string;
  /** The query with its question mark, or an empty string. */
  readonly search: string;
  /** The decoded parameters of the path. Empty if one cannot be decoded. */
  readonly params: Readonly<Record<string, string>> = {};
  /** The question for the organization in the path, after it was needed once. */
  organization: Question<Organization | null> | undefined;
  /** The problem of a parameter that cannot be decoded. */
  readonly #malformed: unknown;
  #query: unknown;

  constructor({ surface, route, pattern, path, search, encoded }: MatchParts) {
    this.surface = surface;
    this.route = route;
    this.pattern = pattern;
    this.path = path;
    this.search = search;
    try {
      this.params = decodeParams(encoded);
    } catch (error) {
      this.#malformed = error;
    }
  }

  /**
   * Plans the response to a request. HEAD uses the endpoint for GET (RFC 9110, section 9.3.2).
   *
   * @throws {ProblemError} if the path or a parameter is invalid
   */
  plan(request: ExchangeRequest): EndpointPlan {
    const { method } = request.incoming;
    const isRead = method === "GET" || method === "HEAD";
    const endpoint = isRead ? this.route.GET : isRouteMethod(method) && this.route[method];
    if (!endpoint) return { questions: [], respond: () => this.#refuseMethod() };
    if (this.#malformed !== undefined) throw this.#malformed;
    return endpoint(request);
  }

  /** The methods of the path, for the `Allow` header. */
  get allowedMethods(): string {
    return methodsOf(this.route).join(", ");
  }

  #refuseMethod(): never {
    const allow = this.allowedMethods;
    throw new ProblemError("method-not-allowed", `The path supports ${allow}`, { headers: { allow } });
  }

  /**
   * Returns the query as parsed by `read`. It is parsed once for each target.
   *
   * @throws {ProblemError} if the query is invalid
   */
  query<Query>(read: (parameters: URLSearchParams) => Query): Query {
    return (this.#query ??= read(new URLSearchParams(this.search))) as Query;
  }
}

/** The rules in which responses of the public API, the admin API and the dashboard differ. */
export interface ResponseSurface extends FormedSurface {
  /** True if responses have secrets beside text of the request. They are never compressed (BREACH). Default: false. */
  hasSecrets?: boolean;
  /** True if all origins get the same headers, except for a preflight. Default: false. */
  isSameForOrigins?: boolean;
  /** Sets the headers that depend on the request. */
  setHeadersForRequest?: (headers: HeaderList, incoming: Incoming, route: Route) => void;
  toProblemResponse: (problem: ProblemError) => PreparedResponse;
}

/** An API that callers use with keys. */
export interface Surface extends ResponseSurface {
  /** First part of its paths, after the base path: `/api/public/v1`. */
  root: string;
  /** True if every endpoint needs a caller with a key of an existing organization. */
  needsKey: boolean;
  /** True if keys are ignored, so that requests with a key are not counted for it. Default: false. */
  ignoresKeys?: boolean;
  toProblem: (error: unknown) => ProblemError;
}
