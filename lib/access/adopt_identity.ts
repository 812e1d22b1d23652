import { adopt } from "../awaitable.ts";
import type { Identity } from "./identity.ts";

/** A host's identity port, whatever kind of promise it answers with: a query builder is one of its own. */
export function adoptIdentity(host: Identity): Identity {
  return { findMember: (userId, organization) => adopt(host.findMember(userId, organization)) };
}
