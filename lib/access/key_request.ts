import type { Question } from "../store/mod.ts";

/** An organization, as far as the check of a key needs it. */
export interface LimitedOrganization {
  dailyRequestLimit?: number;
}

/** The request that a key came with. */
export interface KeyRequest {
  /** Time of the request, in milliseconds since the epoch. */
  readonly now: number;
  /** Returns the client's address, or undefined where it is not known. */
  findAddress(): string | undefined;
  /** Returns the question for an organization; the same one for the same slug. */
  organization(slug: string): Question<LimitedOrganization | null>;
}
