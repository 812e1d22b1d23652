import type { KeyRateLimit } from "../../base/key_rate_limit.ts";
import type { Awaitable } from "../../base/awaitable.ts";
import type { Question } from "../../store/mod.ts";
import type { WorkTime } from "../../base/bound_to_request.ts";

/** The part of an organization that the check of a key needs. */
export interface LimitedOrganization {
  rateLimit?: KeyRateLimit;
}

/** A request with a key. */
export interface KeyRequest {
  /** Time of the request, in milliseconds since the epoch. */
  readonly now: number;
  /** Slug of the organization in the path. Empty if the path has none. */
  readonly organizationSlug: string;
  /** Returns the client's IPv4 address, or the /64 network of its IPv6 address. Undefined if it is unknown. */
  findAddress(): string | undefined;
  /** Returns the client's complete address, or undefined if it is unknown. */
  findExactAddress(): string | undefined;
  /** Time for which work that the response does not need may run. */
  readonly workTime: WorkTime;
  /**
   * Keeps work running that the response does not need. The work must not reject.
   *
   * @param options.mayEnd true if the response never waits for the work, also where it ends with the response. Default: false
   */
  keep(work: Awaitable<void>, options?: { mayEnd?: boolean }): void;
  /** Returns the query for an organization. The slug in the path always returns the same query. */
  organization(slug: string): Question<LimitedOrganization | null>;
}
