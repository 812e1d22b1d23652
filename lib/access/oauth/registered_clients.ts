import { type RandomBytes, randomId } from "../../base/secrets/random.ts";
import { hasKeyIdForm } from "../../base/secrets/secret_forms.ts";
import type { Location, StoreAndClock, StoreChanges } from "../../store/mod.ts";

/** Limits of clients that register themselves. Everybody can, so a client that no user has approved is soon forgotten. */
export const registrationLimits = {
  /** Registrations in an hour, by all clients together. */
  perHour: 200,
  /** Milliseconds for which a client is kept that no user has approved. */
  unapprovedLife: 86_400_000,
  /** Milliseconds for which a client is kept after the last approval. */
  approvedLife: 15_552_000_000,
} as const;

const hour = 3_600_000;

/** A client that registered itself (RFC 7591). */
export interface RegisteredClient {
  id: string;
  name: string;
  redirectUris: readonly string[];
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** Clients that registered themselves. They have no secret. */
export class RegisteredClients {
  readonly #deps: StoreAndClock & { randomBytes: RandomBytes };

  constructor(deps: StoreAndClock & { randomBytes: RandomBytes }) {
    this.#deps = deps;
  }

  /** Registers a client. Returns null if too many clients have registered within the hour. */
  async register(client: Pick<RegisteredClient, "name" | "redirectUris">): Promise<RegisteredClient | null> {
    const { store, clock, randomBytes } = this.#deps;
    const now = clock.now();
    const expiresAt = (Math.floor(now / hour) + 1) * hour;
    const sum = { key: ["registered"], add: 1, max: registrationLimits.perHour, expiresAt };
    if (!(await store.commit(["oauth-client"], { sums: [sum] })).committed) return null;
    const id = randomId(randomBytes);
    const registered = { ...client, id, expiresAt: now + registrationLimits.unapprovedLife };
    await store.commit(locationOf(id).partition, { sets: [recordOf(registered)] });
    return registered;
  }

  /** Returns a client, or null if it is unknown or has expired. */
  async get(id: string): Promise<RegisteredClient | null> {
    if (!hasKeyIdForm(id)) return null;
    const { store, clock } = this.#deps;
    const found = await store.get<RegisteredClient>(locationOf(id));
    return found !== null && clock.now() < found.data.expiresAt ? found.data : null;
  }

  /** Keeps a client after a user has approved it. */
  async keep(client: RegisteredClient): Promise<void> {
    const { store, clock } = this.#deps;
    const kept = { ...client, expiresAt: clock.now() + registrationLimits.approvedLife };
    await store.commit(locationOf(client.id).partition, { sets: [recordOf(kept)] });
  }
}

function locationOf(id: string): Location {
  return { partition: ["oauth-client", id], key: ["client"] };
}

function recordOf(client: RegisteredClient): NonNullable<StoreChanges["sets"]>[number] {
  return { key: locationOf(client.id).key, data: client, expiresAt: client.expiresAt };
}
