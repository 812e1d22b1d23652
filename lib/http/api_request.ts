import type { AdapterRequestContext } from "@hattip/core";
import type { Caller, VerificationContext } from "../access/mod.ts";
import { andThen, type Awaitable, begin } from "../awaitable.ts";
import type { Organization } from "../content/mod.ts";
import { authenticate, type Authentication } from "./authenticate.ts";
import type { HttpDeps } from "./http_deps.ts";
import type { Match } from "./match_route.ts";

/** A request on its way through a handler. */
export class ApiRequest implements VerificationContext {
  readonly request: Request;
  /** When it came: milliseconds since the epoch. */
  readonly now: number;
  /** What the adapter was asked with. */
  readonly context: AdapterRequestContext;
  /** The route of its path. */
  readonly match: Match;
  readonly deps: HttpDeps;
  #authentication: Awaitable<Authentication>;
  #slug: string | undefined;
  #organization: Awaitable<Organization | null> = null;
  #address: { found: string | undefined } | undefined;

  constructor(context: AdapterRequestContext, match: Match, deps: HttpDeps) {
    const { request } = context;
    this.request = request;
    this.now = deps.options.clock.now();
    this.context = context;
    this.match = match;
    this.deps = deps;
    this.#authentication = authenticate(request, deps, this);
  }

  /**
   * The path's parameters, decoded.
   *
   * @throws {ProblemError} when one cannot be
   */
  get params(): Readonly<Record<string, string>> {
    return this.match.params;
  }

  /**
   * The organization's slug in the path; empty where the route has none.
   *
   * @throws {ProblemError} when it cannot be decoded
   */
  get organizationSlug(): string {
    return this.params["organizationSlug"] ?? "";
  }

  /** As it was sent, still encoded. */
  get path(): string {
    return this.match.path;
  }

  /** The query with its question mark; empty where there is none. */
  get search(): string {
    const { url } = this.request;
    const start = url.indexOf("?");
    if (start === -1) return "";
    const end = url.indexOf("#", start);
    return end === -1 ? url.slice(start) : url.slice(start, end);
  }

  get url(): URL {
    return new URL(this.request.url);
  }

  /** Who makes the request, and what is left of the quota. It is found out while the handler works, and there at once when that has waited for it. */
  get authentication(): Awaitable<Authentication> {
    return this.#authentication;
  }

  /**
   * Who makes the request; null for no key.
   *
   * @throws {ProblemError} when the key is refused
   */
  admitted(): Awaitable<Caller | null> {
    return andThen(this.#authentication, admit, this);
  }

  /** The same, once the {@link authentication} is there. */
  admit(authentication: Authentication): Caller | null {
    this.#authentication = authentication;
    const { caller, refusal } = authentication;
    if (refusal !== undefined) throw refusal;
    return caller;
  }

  /** Finds an organization, once for who verifies the key and who answers: they want the same. */
  findOrganization(slug: string): Awaitable<Organization | null> {
    if (this.#slug !== slug) {
      this.#slug = slug;
      this.#organization = begin(this, ApiRequest.#find);
    }
    return this.#organization;
  }

  static #find(this: void, request: ApiRequest): Awaitable<Organization | null> {
    return request.deps.content.findOrganization(request.#slug ?? "");
  }

  /** The client's address; undefined when it is not known. */
  findAddress(): string | undefined {
    this.#address ??= { found: this.deps.findAddress(this.context.ip, this.request.headers) };
    return this.#address.found;
  }
}

function admit(authentication: Authentication, request: ApiRequest): Caller | null {
  return request.admit(authentication);
}
