import type { KeyEvent } from "./verification/credential.ts";
import type { Refusal } from "./verification/verification.ts";

/** A key was rejected. The event names the key only if the request had its correct secret, because anyone can send a key's id. */
export interface KeyRefusedEvent extends Partial<KeyEvent> {
  reason: Refusal;
  /** The client's IPv4 address or IPv6 /64 network. Left out if it is unknown. */
  address?: string;
}

/** The status of a user changed, or the user was deleted. */
export interface UserChangedEvent {
  userId: string;
  status: "active" | "disabled" | "deleted";
  /** Id of the user who got the memberships and keys, if the user was deleted by a merge. */
  mergedInto?: string;
}

/** Callbacks for what happens to keys and users. */
export interface AccessHooks {
  "key.refused"?: (event: KeyRefusedEvent) => void | Promise<void>;
  /** `mergedInto` is the id of the user who got the memberships and keys of a deleted user. */
  "user.changed"?: (event: UserChangedEvent) => void | Promise<void>;
}
