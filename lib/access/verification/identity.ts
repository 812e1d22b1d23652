import type { Awaitable } from "../../base/awaitable.ts";
import type { Permission } from "../permissions.ts";

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
  /** Returns the user as a member of the organization, or null if the user is unknown or not a member. */
  findMember(userId: string, organization: { id: string; slug: string }): Awaitable<Member | null>;
}
