import { announceDue } from "../../events/mod.ts";
import {
  DamagedRecordError,
  type KeyPart,
  lastNumberOf,
  type Location,
  type Store,
  type Stored,
} from "../../store/mod.ts";
import {
  type Credential,
  credentialLocation,
  isKeyOver,
  keyListLocation,
} from "../verification/credential.ts";
import {
  endOf,
  indexEntriesOf,
  type KeyEntry,
  keyEntryPrefixes,
  type KeyIndexDeps,
  removalTime,
  settleKeys,
} from "./key_index.ts";

const day = 24 * 60 * 60 * 1000;
const removedAtOnce = 20;
const { byTime: prefix } = keyEntryPrefixes.ended;

/** Key prefix of the records of removed keys, in the partition of an organization. */
export const removedKeysPrefix: readonly KeyPart[] = ["key-removed"];

/**
 * Returns the location of the record of a removed key. An import of an earlier export must not restore the key, which may have been live
 * then.
 */
export function removedKeyLocation(organizationSlug: string, keyId: string): Location {
  return { partition: ["org", organizationSlug], key: [...removedKeysPrefix, keyId] };
}

/** Removes the keys of an organization that ended more than `keyRetentionDays` ago. The audit log keeps their entries. */
export async function removeEndedKeys(
  deps: KeyIndexDeps,
  organizationSlug: string,
  now: number,
): Promise<void> {
  const { store, keyRetentionDays } = deps;
  const partition = ["org", organizationSlug];
  const last = now - keyRetentionDays * day;
  const due = store.listPages<KeyEntry>(partition, { prefix, to: [...prefix, last + 1] }, removedAtOnce);
  for await (const entries of due) await removePage(deps, organizationSlug, entries, last);
  const [next] = await store.list<KeyEntry>(partition, { prefix, limit: 1 });
  if (next === undefined) return;
  // The retention may have become longer, or the first key could not be removed.
  const time = removalTime(endOfEntry(next), keyRetentionDays, now);
  await announceDue(store, { time, organizationSlug });
}

/**
 * Removes the keys of entries. Each step can be repeated after a crash, and the list entry goes last, so that no valid key is ever missing
 * in the list.
 */
async function removePage(
  deps: KeyIndexDeps,
  organizationSlug: string,
  entries: readonly Stored<KeyEntry>[],
  last: number,
): Promise<void> {
  const { store, clock } = deps;
  const partition = ["org", organizationSlug];
  const locations = entries.map(({ data }) => credentialLocation(data.keyId));
  const found = await store.getManyOrDamage<Credential[]>(locations);
  const pairs = entries.map((entry, index) => ({ entry, record: found[index] ?? null }));
  const readable = pairs.flatMap(({ entry, record }) =>
    record === null || record instanceof DamagedRecordError ? [] : [{ entry, record }],
  );
  const isDue = ({ record: { data } }: { record: Stored<Credential> }): boolean =>
    data.organizationSlug === organizationSlug && isKeyOver(data, clock.now()) && endOf(data) <= last;
  for (const { entry, record } of readable.filter((one) => !isDue(one))) {
    await settleKeys(deps, [record.data], [entry.key]);
  }
  const ended = readable.filter(isDue).map(({ record }) => record);
  const sets = ended.map(({ data }) => ({ ...removedKeyLocation(organizationSlug, data.id), data: {} }));
  // The checks prevent records of an organization that is deleted at the same time.
  const checks = ended.map(({ data }) => ({
    key: keyListLocation(organizationSlug, data.id).key,
    exists: true,
  }));
  if (!(await store.commit(partition, { checks, sets })).committed) return;
  const removed = await Promise.all(ended.map(async (record) => deleteCredential(store, record)));
  // The removal of these keys was interrupted. Lists delete their other entries.
  const gone = pairs.filter(({ record }) => record === null).map(({ entry }) => entry);
  await store.commit(partition, {
    deletes: [
      ...ended.filter((_, index) => removed[index]).flatMap(({ data }) => keysOf(data)),
      ...gone.map(({ data }) => keyListLocation(organizationSlug, data.keyId).key),
    ],
    deletedEntries: gone.map(({ key }) => key),
  });
}

async function deleteCredential(
  store: Store,
  { version, data: { id } }: Stored<Credential>,
): Promise<boolean> {
  const { partition, key } = credentialLocation(id);
  return (await store.commit(partition, { checks: [{ key, version }], deletes: [key] })).committed;
}

/** Returns the keys of a key's entries in its organization. */
function keysOf(credential: Credential): KeyPart[][] {
  const { id, organizationSlug } = credential;
  const indexed = indexEntriesOf(credential).flatMap(({ keys: { live, ended } }) => [live, ended]);
  return [keyListLocation(organizationSlug, id).key, ...indexed.filter((key) => key !== undefined)].map(
    (key) => [...key],
  );
}

/** Returns the end of a key from its entry, in milliseconds since the epoch. */
function endOfEntry({ key }: Stored<KeyEntry>): number {
  return lastNumberOf(key.slice(0, key.lastIndexOf("!")));
}
