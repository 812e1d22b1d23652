import type { Awaitable } from "../awaitable.ts";
import type { Permission } from "./permissions.ts";

/** A user in an organization, as of now. */
export interface Member {
  /** A user who is `disabled` is refused everywhere, with every key. */
  status: "active" | "disabled";
  /** What the user may do in the organization. */
  permissions: readonly Permission[];
}

/**
 * Who a user is in an organization: the port by which a host brings its own users. It is asked on
 * every request that carries a key, so its answer is in force at once.
 */
export interface Identity {
  /** The user as a member of the organization, or null when the user is no member, or not known. */
  findMember(userId: string, organization: { id: string; slug: string }): Awaitable<Member | null>;
}
