import { StoreLimitError } from "../../base/errors.ts";
import { isEqualJson } from "../../base/is_equal_json.ts";
import { checkOf } from "./counted_records.ts";
import type { DamagedRecordError } from "../contract/damaged_record_error.ts";
import { encodeKey, type KeyPart } from "../encode_key.ts";
import type { Store } from "../store.ts";
import { dataOf, type Stored } from "../stored.ts";
import { writeInParts } from "./write_in_parts.ts";

/** Length of the JSON from which a record is written by itself if a commit is too large, in characters. */
const longRecord = 10_000;

/** The outcome of a restore. */
export type RestoreOutcome = "created" | "updated" | "unchanged";

/** Options of a restore. */
export interface RestoreOptions {
  /** True to write nothing and return the outcome that a real run would have. */
  dryRun: boolean;
}

/** A record to restore. */
export interface WantedRecord {
  key: readonly KeyPart[];
  data: object;
  /** Milliseconds since the epoch. Default: the record does not expire. */
  expiresAt?: number;
}

/** A record as it was read. */
interface FoundRecord {
  key: readonly KeyPart[];
  found: Stored<unknown> | DamagedRecordError | null;
}

/** The records to write to and delete from a partition. */
export interface RestorePlan {
  /** Records to restore. The others belong to the first. If the first is missing, the outcome is `created`. */
  wanted: readonly [WantedRecord, ...WantedRecord[]];
  /** More records to restore, which nobody reads without the first. If one commit is too large for the store, they may be written before it. */
  history?: readonly WantedRecord[];
  /** Records that are written with every change, without a check. Every change of a post writes one, so a check would often conflict. */
  marks?: readonly WantedRecord[];
  /** Records that the plan was made from. If one has changed since, nothing is written, and a new plan is made. */
  basis?: readonly FoundRecord[];
  /** Conflicting records to delete, if they have not changed since they were found. */
  obsolete?: readonly FoundRecord[];
  /** Changes of counters. They are committed with the wanted records. */
  sums?: readonly { key: readonly KeyPart[]; add: number }[];
  /** Encoded keys of records to delete without a check, except those that are restored. */
  remains?: readonly string[];
}

/**
 * Restores records of one partition in one commit. It writes nothing if they are already up to date. After a concurrent change it makes a
 * new plan and tries again.
 *
 * @param plan returns null if the records must stay as they are
 */
export async function restoreRecords(
  store: Store,
  partition: readonly KeyPart[],
  plan: () => RestorePlan | Promise<RestorePlan | null>,
  { dryRun }: RestoreOptions,
): Promise<RestoreOutcome> {
  return store.writes.repeat<RestoreOutcome>("the record", async () => {
    const planned = await plan();
    if (planned === null) return "unchanged";
    const { history = [], marks = [], basis = [], obsolete = [], remains = [], sums = [] } = planned;
    const wanted = [...planned.wanted, ...history];
    const locations = wanted.map(({ key }) => ({ partition, key }));
    const found = await store.getManyOrDamage<unknown[]>(locations);
    const isSame = wanted.every(({ data }, index) => isEqualJson(dataOf(found[index]), data));
    if (isSame && obsolete.length + remains.length === 0) return "unchanged";
    const outcome = found[0] === null ? "created" : "updated";
    if (dryRun) return outcome;
    const read = wanted.map(({ key }, index) => ({ key, found: found[index] ?? null }));
    const checked = firstOfEach([...basis, ...read, ...obsolete]);
    const commit = async (written: readonly WantedRecord[]): Promise<boolean> => {
      const names = new Set([...written, ...basis, ...obsolete].map(({ key }) => encodeKey(key)));
      const result = await store.commit(partition, {
        checks: checked
          .filter(({ key }) => names.has(encodeKey(key)))
          .map((one) => checkOf(one.key, one.found)),
        sets: [...written, ...marks],
        deletes: obsolete.map(({ key }) => key),
        deletedEntries: withoutKeys(remains, [...wanted, ...marks, ...obsolete]),
        sums,
      });
      return result.committed;
    };
    try {
      return (await commit(wanted)) ? outcome : null;
    } catch (error) {
      if (!(error instanceof StoreLimitError)) throw error;
    }
    const long = history.filter(({ data }) => JSON.stringify(data).length > longRecord);
    if (!(await writeBefore(store, partition, { long, read }))) return null;
    return (await commit(wanted.filter((one) => !long.includes(one)))) ? outcome : null;
  });
}

/** Writes long records of the history before the other records, and in parts. Returns false if one of them has changed. */
async function writeBefore(
  store: Store,
  partition: readonly KeyPart[],
  { long, read }: { long: readonly WantedRecord[]; read: readonly FoundRecord[] },
): Promise<boolean> {
  let isUnchanged = true;
  await writeInParts(long, async (sets) => {
    const names = new Set(sets.map(({ key }) => encodeKey(key)));
    const known = read.filter(({ key }) => names.has(encodeKey(key)));
    const checks = known.map(({ key, found }) => checkOf(key, found));
    if (sets.length > 0) isUnchanged &&= (await store.commit(partition, { checks, sets })).committed;
  });
  return isUnchanged;
}

/** Returns the first reading of each record. A later reading could hide a change after the plan was made. */
function firstOfEach(records: readonly FoundRecord[]): FoundRecord[] {
  const first = new Map<string, FoundRecord>();
  for (const record of records) {
    const name = encodeKey(record.key);
    if (!first.has(name)) first.set(name, record);
  }
  return [...first.values()];
}

function withoutKeys(entries: readonly string[], others: readonly { key: readonly KeyPart[] }[]): string[] {
  const keys = new Set(others.map(({ key }) => encodeKey(key)));
  return entries.filter((entry) => !keys.has(entry));
}

/** Raises a counter to a sum. It never lowers the counter. */
export async function restoreCounter(
  store: Store,
  { partition, ...counter }: { partition: readonly KeyPart[]; key: readonly KeyPart[]; expiresAt?: number },
  sum: number,
  { dryRun }: RestoreOptions,
): Promise<RestoreOutcome> {
  return store.writes.repeat<RestoreOutcome>("the counter", async () => {
    const found = await store.get<{ sum: number }>({ partition, key: counter.key });
    const missing = sum - (found?.data.sum ?? 0);
    if (missing <= 0) return "unchanged";
    const outcome = found === null ? "created" : "updated";
    if (dryRun) return outcome;
    const { key } = counter;
    const check = found === null ? { key, exists: false } : { key, version: found.version };
    const result = await store.commit(partition, { checks: [check], sums: [{ ...counter, add: missing }] });
    return result.committed ? outcome : null;
  });
}
