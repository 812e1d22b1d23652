import type { AdminActor } from "./admin_actor.ts";

/** A post of the organization for which the actor acts. */
export interface AdminPostAddress {
  actor: AdminActor;
  slug: string;
}
