import { announceDue, isAnnounced } from "../../events/mod.ts";
import { wordsInKeys } from "../indexed_words.ts";
import {
  encodeKey,
  type KeyPart,
  type Location,
  type Store,
  type Stored,
  writeInParts,
  type StoreAndClock,
} from "../../store/mod.ts";
import {
  type Credential,
  isKeyOver,
  keyListLocation,
  credentialLocation,
} from "../verification/credential.ts";
import { endOfDay } from "../quota/quota.ts";

/** Number of listed keys that are read in one batch. */
const readAtOnce = 100;

/** Reads all keys of an organization by id, in pages. Damaged keys are reported and left out. */
export async function* readKeyPages(
  store: Store,
  organizationSlug: string,
): AsyncGenerator<Stored<Credential>[]> {
  const partition = ["org", organizationSlug];
  const pages = store.listPages<{ keyId: string }>(partition, { prefix: ["key"] }, readAtOnce);
  for await (const page of pages) {
    const locations = page.map(({ data }) => credentialLocation(data.keyId));
    const found = await store.getReadable<Credential[]>(locations);
    yield found.flatMap((record) => (record?.data.organizationSlug === organizationSlug ? [record] : []));
  }
}

/** The statuses of keys: a key works, or was revoked or has expired. */
export const keyStatuses = ["live", "ended"] as const;

/** A status of a key. */
export type KeyStatus = (typeof keyStatuses)[number];

/** An entry of the indexes of an organization's keys. The credential decides if the entry is right. */
export interface KeyEntry {
  keyId: string;
  /** The word under which the key is listed. */
  word?: string;
  /** The owner, so that a list reads keys and owners together. Entries by time have it since version 3 of the store. */
  userId?: string;
}

/** Key prefixes of the entries, in the partition of an organization. */
export const keyEntryPrefixes: Readonly<Record<KeyStatus, { byTime: KeyPart[]; byWord: KeyPart[] }>> = {
  live: { byTime: ["key-live"], byWord: ["key-live-word"] },
  ended: { byTime: ["key-ended"], byWord: ["key-ended-word"] },
};

/** An entry with its key in the index of each status. Undefined: the key never ends. */
interface IndexEntry {
  data: KeyEntry;
  keys: { live: KeyPart[]; ended: KeyPart[] | undefined };
}

/** Dependencies of {@link settleKeys}. */
export interface KeyIndexDeps extends StoreAndClock {
  /** Days for which an ended key is kept. */
  keyRetentionDays: number;
}

const day = 24 * 60 * 60 * 1000;
/** Number of keys in a commit. Deno KV allows 1,000 changes. */
const committedAtOnce = 20;

/** Returns the time at which a key ends, in milliseconds since the epoch. `Infinity` means never. */
export function endOf({ revokedAt, expiresAt }: Pick<Credential, "revokedAt" | "expiresAt">): number {
  const times = [revokedAt, expiresAt].flatMap((time) => (time === undefined ? [] : [timeOf(time)]));
  return Math.min(...times, Infinity);
}

/** Returns 0 for an invalid time, so that one odd record cannot fail the list of the others. */
function timeOf(time: string): number {
  return Date.parse(time) || 0;
}

/** Returns the texts whose words find a key: its id, the shown characters of its value, and its name. */
export function searchedTexts({ id, start, name }: Pick<Credential, "id" | "start" | "name">): string[] {
  return [id, start, name];
}

/** Returns the entries of a key in the indexes: one by time, and one for each word. */
export function indexEntriesOf(credential: Credential): IndexEntry[] {
  const { id: keyId, userId, createdAt } = credential;
  const end = endOf(credential);
  const { live, ended } = keyEntryPrefixes;
  const placesOf = (word: string): IndexEntry["keys"] => ({
    live: [...live.byWord, word, keyId],
    ended: end === Infinity ? undefined : [...ended.byWord, word, keyId],
  });
  return [
    {
      data: { keyId, userId },
      keys: {
        live: [...live.byTime, timeOf(createdAt), keyId],
        ended: end === Infinity ? undefined : [...ended.byTime, end, keyId],
      },
    },
    ...wordsInKeys(searchedTexts(credential)).map((word) => ({
      data: { keyId, word },
      keys: placesOf(word),
    })),
  ];
}

/** Returns the changes that put a key into the indexes of its status. */
export function indexChanges(
  credential: Credential,
  now: number,
): { sets: { key: KeyPart[]; data: KeyEntry }[]; deletes: KeyPart[][] } {
  const [status, other]: [KeyStatus, KeyStatus] = isKeyOver(credential, now)
    ? ["ended", "live"]
    : ["live", "ended"];
  const entries = indexEntriesOf(credential);
  const placed = (one: KeyStatus): { key: KeyPart[]; data: KeyEntry }[] =>
    entries.flatMap(({ data, keys }) => {
      const key = keys[one];
      return key === undefined ? [] : [{ key, data }];
    });
  return { sets: placed(status), deletes: placed(other).map(({ key }) => key) };
}

/** True if the index of the key's status has this entry. */
export function isIndexedAt(
  credential: Credential,
  { key, data: { word } }: Pick<Stored<KeyEntry>, "key" | "data">,
  now: number,
): boolean {
  const { id, createdAt } = credential;
  const isOver = isKeyOver(credential, now);
  const { byTime, byWord } = keyEntryPrefixes[isOver ? "ended" : "live"];
  if (word === undefined) {
    return key === encodeKey([...byTime, isOver ? endOf(credential) : timeOf(createdAt), id]);
  }
  return key === encodeKey([...byWord, word, id]) && wordsInKeys(searchedTexts(credential)).includes(word);
}

/** Announces when ended keys are to be removed. Call it before the commit that indexes them. */
export async function announceRemoval(
  { store, clock, keyRetentionDays }: KeyIndexDeps,
  credentials: readonly Credential[],
): Promise<void> {
  const now = clock.now();
  const marks = new Map<string, { time: number; organizationSlug: string }>();
  for (const credential of credentials) {
    if (!isKeyOver(credential, now)) continue;
    const { organizationSlug } = credential;
    const time = removalTime(endOf(credential), keyRetentionDays, now - day);
    marks.set(`${time} ${organizationSlug}`, { time, organizationSlug });
  }
  for (const mark of marks.values()) {
    // The keys of a day share a mark, so it often exists. A mark that is due may be deleted at the same time.
    if (mark.time > now && (await isAnnounced(store, mark))) continue;
    await announceDue(store, mark);
  }
}

/** Returns the end of the UTC day in which a key leaves, so that the keys of a day leave together. */
export function removalTime(end: number, keyRetentionDays: number, earliest: number): number {
  return endOfDay(Math.max(end + keyRetentionDays * day, earliest));
}

/**
 * Puts keys into the indexes of their status. It repairs the indexes after an interrupted command, after an expiry that no worker has seen,
 * and after the changes of an earlier version.
 *
 * @param stale encoded keys of entries to delete
 */
export async function settleKeys(
  deps: KeyIndexDeps,
  credentials: readonly Credential[],
  stale: readonly string[] = [],
): Promise<void> {
  await announceRemoval(deps, credentials);
  await writeIndex(deps, credentials, stale);
}

/**
 * Writes the index of an organization's keys, unless it is complete. An organization gets the index by its upgrade, or with its first list.
 *
 * @returns true if the index was complete
 */
export async function ensureKeyIndex(deps: StoreAndClock, organizationSlug: string): Promise<boolean> {
  const { partition, key } = markerOf(organizationSlug);
  if (await deps.store.has({ partition, key })) return true;
  const indexed = await indexKeys(deps, organizationSlug);
  if (indexed === undefined) return true;
  // The check prevents a record of an organization that is deleted at the same time.
  const checks = [{ key: keyListLocation(organizationSlug, indexed).key, exists: true }];
  await deps.store.commit(partition, { checks, sets: [{ key, data: {} }] });
  return false;
}

/** Writes the missing entries of an organization's keys. Returns the id of a key, if there is one. */
export async function indexKeys(deps: StoreAndClock, organizationSlug: string): Promise<string | undefined> {
  const { store, clock } = deps;
  let last: string | undefined;
  for await (const page of readKeyPages(store, organizationSlug)) {
    const now = clock.now();
    const credentials = page.map(({ data }) => data);
    await writeIndex(deps, await missingInIndex(store, credentials, now));
    last = credentials.at(-1)?.id ?? last;
  }
  return last;
}

/** Returns the keys that the index of their status lacks. */
export async function missingInIndex(
  store: Store,
  credentials: readonly Credential[],
  now: number,
): Promise<Credential[]> {
  const found = await store.getManyOrDamage<object[]>(credentials.map((one) => placeOf(one, now)));
  return credentials.filter((_, index) => found[index] === null);
}

function markerOf(organizationSlug: string): Location {
  return { partition: ["org", organizationSlug], key: ["key-index"] };
}

function placeOf(credential: Credential, now: number): Location {
  const [{ key } = { key: [] }] = indexChanges(credential, now).sets;
  return { partition: ["org", credential.organizationSlug], key };
}

/** Commits the entries of keys that are still listed, because the removal of a key deletes its list entry. */
async function writeIndex(
  { store, clock }: StoreAndClock,
  credentials: readonly Credential[],
  stale: readonly string[] = [],
): Promise<void> {
  for (let start = 0; start < credentials.length; start += committedAtOnce) {
    const batch = credentials.slice(start, start + committedAtOnce);
    await writeInParts(batch, async (part) => {
      if (await commitIndex(store, part, clock.now(), stale)) return;
      for (const credential of part) await commitIndex(store, [credential], clock.now(), stale);
    });
  }
}

async function commitIndex(
  store: Store,
  credentials: readonly Credential[],
  now: number,
  stale: readonly string[],
): Promise<boolean> {
  const [first] = credentials;
  if (first === undefined) return true;
  const changes = credentials.map((credential) => indexChanges(credential, now));
  const sets = changes.flatMap((one) => one.sets);
  const written = new Set(sets.map(({ key }) => encodeKey(key)));
  const result = await store.commit(["org", first.organizationSlug], {
    checks: credentials.map(({ id, organizationSlug }) => ({
      key: keyListLocation(organizationSlug, id).key,
      exists: true,
    })),
    sets,
    deletes: changes.flatMap((one) => one.deletes),
    deletedEntries: stale.filter((key) => !written.has(key)),
  });
  return result.committed;
}
