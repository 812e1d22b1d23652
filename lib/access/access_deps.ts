import type { Awaitable } from "../base/awaitable.ts";
import type { Outbox, Relay } from "../events/mod.ts";
import type { Emit } from "../base/emit.ts";
import type { AccessHooks } from "./access_hooks.ts";
import type { RandomBytes } from "../base/secrets/random.ts";
import type { StoreAndClock } from "../store/mod.ts";

/** Dependencies of the access feature's classes and functions. */
export interface AccessDeps extends StoreAndClock {
  randomBytes: RandomBytes;
  findOrganization(slug: string): Awaitable<{ id: string } | null>;
  emit: Emit<AccessHooks>;
  outbox: Outbox;
  relay: Relay;
}
