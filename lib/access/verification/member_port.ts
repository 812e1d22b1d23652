import type { Question } from "../../store/mod.ts";
import type { Identity, Member } from "./identity.ts";

/** Port through which requests read the members of organizations. */
export interface MemberPort {
  /** Returns the query for a member. Its result is null if the user is not a member. */
  member(userId: string, organization: { id: string; slug: string }): Question<Member | null>;
  readonly identity: Identity;
}
