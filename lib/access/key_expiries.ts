import { announceDue, type DueSource, type Outbox } from "../events/mod.ts";
import type { Clock } from "../clock.ts";
import { dataOf, type KeyPart, type Store } from "../store/mod.ts";
import { keyEventData } from "./commit_key.ts";
import { type Credential, credentialLocation, isKeyOver, keyListLocation } from "./credential.ts";

/** Record of a key that expires, in the partition of its organization. It is deleted with the commit that holds the event. */
interface ExpiryRecord {
  /** Milliseconds since the epoch. */
  time: number;
  keyId: string;
}

/** Key prefix of the records of expiries, in the partition of an organization. */
export const expiryPrefix: readonly KeyPart[] = ["due-key"];
const expiryKey = ({ time, keyId }: ExpiryRecord): KeyPart[] => [...expiryPrefix, time, keyId];
const readAtOnce = 50;
/** Number of listed keys that are read in one round trip. */
const listedAtOnce = 100;

/** Dependencies of {@link KeyExpiries}. */
export interface KeyExpiriesDeps {
  store: Store;
  clock: Clock;
  outbox: Outbox;
}

/** Returns the record of a key's expiry; none if the key does not expire. */
export function expiryRecords({ id, expiresAt }: Credential): { key: KeyPart[]; data: ExpiryRecord }[] {
  if (expiresAt === undefined) return [];
  const data: ExpiryRecord = { time: Date.parse(expiresAt), keyId: id };
  return [{ key: expiryKey(data), data }];
}

/** Records that an organization has a key that expires. Call it before the commit that writes the key's {@link expiryRecords}. */
export async function announceExpiry(
  { store }: Pick<KeyExpiriesDeps, "store">,
  { organizationSlug, expiresAt }: Credential,
): Promise<void> {
  if (expiresAt !== undefined) await announceDue(store, { time: Date.parse(expiresAt), organizationSlug });
}

/** Emits `key.expired` when the expiry of a key has passed. */
export class KeyExpiries implements DueSource {
  readonly #deps: KeyExpiriesDeps;

  constructor(deps: KeyExpiriesDeps) {
    this.#deps = deps;
  }

  async emit(organizationSlug: string, now: number): Promise<void> {
    const { store, outbox } = this.#deps;
    const range = { prefix: expiryPrefix, to: [...expiryPrefix, now + 1] };
    const due = store.listAll<ExpiryRecord>(["org", organizationSlug], range, readAtOnce);
    for await (const { version, data } of due) {
      const found = dataOf(await store.getOrDamage<Credential>(credentialLocation(data.keyId)));
      const hasExpired = found !== undefined && isExpiryOf(found, data);
      const events = hasExpired ? [{ type: "key.expired", data: keyEventData(found) } as const] : [];
      const key = expiryKey(data);
      const changes = { checks: [{ key, version }], deletes: [key] };
      await outbox.commit(organizationSlug, changes, events);
    }
  }

  async complete(organizationSlug: string): Promise<void> {
    const { store } = this.#deps;
    const range = { prefix: ["key"] };
    const pages = store.listPages<{ keyId: string }>(["org", organizationSlug], range, listedAtOnce);
    for await (const page of pages) {
      const locations = page.map(({ data }) => credentialLocation(data.keyId));
      const found = await store.getManyOrDamage<Credential[]>(locations);
      for (const key of found) await this.#record(organizationSlug, dataOf(key));
    }
  }

  /** Writes the record of a key's expiry, unless the key is over or does not expire. */
  async #record(organizationSlug: string, credential: Credential | undefined): Promise<void> {
    const { store, clock } = this.#deps;
    if (credential?.expiresAt === undefined || isKeyOver(credential, clock.now())) return;
    await announceExpiry(this.#deps, credential);
    const { partition, key } = keyListLocation(organizationSlug, credential.id);
    const checks = [{ key, exists: true }];
    await store.commit(partition, { checks, sets: expiryRecords(credential) });
  }
}

/** True if the key expires at the time of the record. A key that was rolled or restored may expire at a different time. */
function isExpiryOf({ expiresAt, revokedAt }: Credential, { time }: ExpiryRecord): boolean {
  return revokedAt === undefined && expiresAt !== undefined && Date.parse(expiresAt) === time;
}
