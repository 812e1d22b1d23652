import type { Question } from "../store/mod.ts";
import type { Identity, Member } from "./identity.ts";

/** The members of organizations as the request path reads them. */
export interface MemberPort {
  /** The user as a member of the organization, or null. */
  member(userId: string, organization: { id: string; slug: string }): Question<Member | null>;
  readonly identity: Identity;
}
