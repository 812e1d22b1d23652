import type { Awaitable } from "../../base/awaitable.ts";
import type { Permission } from "../permissions.ts";
import type { Question } from "../../store/mod.ts";

/** A user's current state in an organization. */
export interface Member {
  /** A `disabled` user is refused everywhere, with every key. */
  status: "active" | "disabled";
  /** The user's permissions in the organization. */
  permissions: readonly Permission[];
}

/**
 * Port through which a host provides its own users. It is called on every request with a key, so changes take effect immediately.
 */
export interface Identity {
  /** Returns the user as a member of the organization, or null if the user is unknown or not a member. A value of another form lets nobody in. */
  findMember(
    userId: string,
    organization: { id: string; slug: string },
  ): Awaitable<Member | null | undefined>;
}

/** Finds members whose form was checked. */
export interface MemberFinder {
  findMember(userId: string, organization: { id: string; slug: string }): Awaitable<Member | null>;
}

/** Port through which requests read the members of organizations. */
export interface MemberPort {
  /** Returns the query for a member. Its result is null if the user is not a member. */
  member(userId: string, organization: { id: string; slug: string }): Question<Member | null>;
  readonly identity: MemberFinder;
}
