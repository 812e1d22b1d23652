import { announceDue, type DueSource, type Outbox } from "../../events/mod.ts";
import { dataOf, encodeKey, type KeyPart, type Stored } from "../../store/mod.ts";
import { keyEventData } from "./commit_key.ts";
import {
  type Credential,
  credentialLocation,
  isKeyOver,
  keyListLocation,
} from "../verification/credential.ts";
import { removeEndedKeys } from "./ended_keys.ts";
import {
  announceRemoval,
  indexChanges,
  indexKeys,
  keyEntryPrefixes,
  type KeyIndexDeps,
  missingInIndex,
  settleKeys,
  readKeyPages,
} from "./key_index.ts";

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

/** A key counts as expiring within this time before its end: 14 days, in milliseconds. */
export const soonExpiry: number = 14 * 24 * 60 * 60 * 1000;

/** Dependencies of {@link KeyExpiries}. */
export interface KeyExpiriesDeps extends KeyIndexDeps {
  outbox: Outbox;
}

/** Returns the record of a key's expiry; none if the key does not expire. */
export function expiryRecords({ id, expiresAt }: Credential): { key: KeyPart[]; data: ExpiryRecord }[] {
  if (expiresAt === undefined) return [];
  const data: ExpiryRecord = { time: Date.parse(expiresAt), keyId: id };
  return [{ key: expiryKey(data), data }];
}

/** True if a key ends soon. */
export function isKeyExpiring({ expiresAt }: Pick<Credential, "expiresAt">, now: number): boolean {
  return expiresAt !== undefined && Date.parse(expiresAt) < now + soonExpiry;
}

/** True if a record of this key is that of the credential's expiry. A revoked key does not expire. */
export function expiresAtRecord(credential: Credential, encodedKey: string): boolean {
  const [record] = expiryRecords(credential);
  return credential.revokedAt === undefined && record !== undefined && encodeKey(record.key) === encodedKey;
}

/** Records that an organization has a key that expires. Call it before the commit that writes the key's {@link expiryRecords}. */
export async function announceExpiry(
  { store }: Pick<KeyExpiriesDeps, "store">,
  { organizationSlug, expiresAt }: Credential,
): Promise<void> {
  if (expiresAt !== undefined) await announceDue(store, { time: Date.parse(expiresAt), organizationSlug });
}

/**
 * Puts expired keys into the index of ended keys before a worker emits their expiry. It does so for the keys of one page.
 *
 * @param page.after encoded key of the entry before the page, in that index
 */
export async function settleExpired(
  deps: KeyIndexDeps,
  organizationSlug: string,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<void> {
  const { store, clock } = deps;
  const now = clock.now();
  const [ended, due] = [encodeKey(keyEntryPrefixes.ended.byTime), encodeKey(expiryPrefix)];
  // Both kinds of entries have the key's end and id after the prefix.
  const start = after?.startsWith(`${ended}!`) === true ? { after: due + after.slice(ended.length) } : {};
  const range = { prefix: expiryPrefix, to: [...expiryPrefix, now + 1], reverse: true, ...start };
  const records = await store.list<ExpiryRecord>(["org", organizationSlug], { ...range, limit });
  if (records.length === 0) return;
  const found = await store.getReadable<Credential[]>(
    records.map(({ data }) => credentialLocation(data.keyId)),
  );
  const expired = found.flatMap((record) =>
    record?.data.organizationSlug === organizationSlug && isKeyOver(record.data, now) ? [record.data] : [],
  );
  const missing = await missingInIndex(store, expired, now);
  if (missing.length > 0) await settleKeys(deps, missing);
}

/** Emits `key.expired` when the expiry of a key has passed, and removes ended keys at the end of their retention. */
export class KeyExpiries implements DueSource {
  readonly #deps: KeyExpiriesDeps;

  constructor(deps: KeyExpiriesDeps) {
    this.#deps = deps;
  }

  async emit(organizationSlug: string, now: number): Promise<void> {
    const { store } = this.#deps;
    const range = { prefix: expiryPrefix, to: [...expiryPrefix, now + 1] };
    const due = store.listPages<ExpiryRecord>(["org", organizationSlug], range, readAtOnce);
    for await (const page of due) await this.#emitPage(organizationSlug, page, now);
    await removeEndedKeys(this.#deps, organizationSlug, now);
  }

  async #emitPage(
    organizationSlug: string,
    page: readonly Stored<ExpiryRecord>[],
    now: number,
  ): Promise<void> {
    const { store, outbox } = this.#deps;
    const locations = page.map(({ data }) => credentialLocation(data.keyId));
    const found = await store.getManyOrDamage<Credential[]>(locations);
    const expired = page.map(({ data }, index) => {
      const credential = dataOf(found[index]);
      return credential !== undefined && isExpiryOf(credential, data) ? credential : undefined;
    });
    await announceRemoval(
      this.#deps,
      expired.filter((one) => one !== undefined),
    );
    const turns = store.turns();
    for (const [index, { version, data }] of page.entries()) {
      if (turns.isOver) await turns.next();
      const credential = expired[index];
      const events =
        credential === undefined ? [] : [{ type: "key.expired", data: keyEventData(credential) } as const];
      const indexed = credential === undefined ? { sets: [], deletes: [] } : indexChanges(credential, now);
      const key = expiryKey(data);
      const changes = {
        checks: [{ key, version }],
        sets: indexed.sets,
        deletes: [key, ...indexed.deletes],
      };
      await outbox.commit(organizationSlug, changes, events);
    }
  }

  async complete(organizationSlug: string): Promise<void> {
    const { store, clock } = this.#deps;
    await indexKeys(this.#deps, organizationSlug);
    const turns = store.turns();
    for await (const page of readKeyPages(store, organizationSlug)) {
      const now = clock.now();
      const credentials = page.map(({ data }) => data);
      await announceRemoval(this.#deps, credentials);
      for (const credential of credentials) {
        if (turns.isOver) await turns.next();
        const { id, expiresAt } = credential;
        if (expiresAt === undefined || isKeyOver(credential, now)) continue;
        await announceExpiry(this.#deps, credential);
        const { partition, key } = keyListLocation(organizationSlug, id);
        const checks = [{ key, exists: true }];
        await store.commit(partition, { checks, sets: expiryRecords(credential) });
      }
    }
  }
}

/** True if the key expires at the time of the record. A key that was rolled or restored may expire at a different time. */
function isExpiryOf({ expiresAt, revokedAt }: Credential, { time }: ExpiryRecord): boolean {
  return revokedAt === undefined && expiresAt !== undefined && Date.parse(expiresAt) === time;
}
