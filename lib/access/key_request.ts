import type { KeyRateLimit } from "../key_rate_limit.ts";
import type { Question } from "../store/mod.ts";

/** The part of an organization that the check of a key needs. */
export interface LimitedOrganization {
  rateLimit?: KeyRateLimit;
}

/** A request with a key. */
export interface KeyRequest {
  /** Time of the request, in milliseconds since the epoch. */
  readonly now: number;
  /** Returns the client's IPv4 address, or the /64 network of its IPv6 address. Undefined if it is unknown. */
  findAddress(): string | undefined;
  /** Returns the client's complete address, or undefined if it is unknown. */
  findExactAddress(): string | undefined;
  /** Returns the query for an organization. The same slug always returns the same query. */
  organization(slug: string): Question<LimitedOrganization | null>;
}
