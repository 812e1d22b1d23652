import type { KeyRequest } from "../access/mod.ts";
import type { Organization } from "../content/mod.ts";
import type { Question } from "../store/mod.ts";
import type { ExchangeDeps } from "./exchange_deps.ts";
import { type ExchangeRecord, type Incoming, newRecord } from "./incoming.ts";
import type { Match } from "./match.ts";

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
    this.about = newRecord(match.pattern);
  }

  /**
   * The decoded parameters of the path.
   *
   * @throws {ProblemError} when one cannot be decoded
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

  get url(): URL {
    return new URL(this.incoming.url);
  }

  get method(): string {
    return this.incoming.method;
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
