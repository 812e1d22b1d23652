import { ContentionError } from "../errors.ts";
import { isEqualJson } from "../is_equal_json.ts";
import { checkOf } from "./check_of.ts";
import { DamagedRecordError } from "./damaged_record_error.ts";
import { encodeKey, type KeyPart } from "./encode_key.ts";
import type { Store } from "./store.ts";
import type { Stored } from "./stored.ts";

/** What came of restoring something. */
export type RestoreOutcome = "created" | "updated" | "unchanged";

/** How something is restored. */
export interface RestoreOptions {
  /** Writes nothing, and answers what would come of it. */
  dryRun: boolean;
}

/** A record as it is to be. */
export interface WantedRecord {
  key: readonly KeyPart[];
  data: object;
  /** Milliseconds since the epoch. Default: the record does not expire. */
  expiresAt?: number;
}

/** What is to be done to a partition. */
export interface RestorePlan {
  /** The first is what the others belong to: where it is not there, something is created. */
  wanted: readonly [WantedRecord, ...WantedRecord[]];
  /** Written whenever something else is, and not looked at: every change of a post writes one such record, so many do at once. */
  marks?: readonly WantedRecord[];
  /** Records that are in their way: they go, as they were found. */
  obsolete?: readonly { key: readonly KeyPart[]; found: Stored<unknown> | DamagedRecordError }[];
  /** Encoded keys of records that go in any case, unless they are wanted. */
  remains?: readonly string[];
}

const attempts = 10;

/**
 * Makes records of one partition what they are to be, by one commit, and writes nothing where they are so already. What is changed
 * at the same time is looked at again.
 */
export async function restoreRecords(
  store: Store,
  partition: readonly KeyPart[],
  plan: () => RestorePlan | Promise<RestorePlan>,
  { dryRun }: RestoreOptions,
): Promise<RestoreOutcome> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { wanted, marks = [], obsolete = [], remains = [] } = await plan();
    const locations = wanted.map(({ key }) => ({ partition, key }));
    const found = await store.getManyOrDamage<unknown[]>(locations);
    const isSame = wanted.every(({ data }, index) => isEqualJson(dataOf(found[index]), data));
    if (isSame && obsolete.length + remains.length === 0) return "unchanged";
    const outcome = found[0] === null ? "created" : "updated";
    if (dryRun) return outcome;
    const result = await store.commit(partition, {
      checks: [
        ...wanted.map(({ key }, index) => checkOf(key, found[index] ?? null)),
        ...obsolete.map((one) => checkOf(one.key, one.found)),
      ],
      sets: [...wanted, ...marks],
      deletes: obsolete.map(({ key }) => key),
      deletedEntries: withoutKeys(remains, [...wanted, ...marks, ...obsolete]),
    });
    if (result.committed) return outcome;
  }
  throw new ContentionError(`the record was changed at the same time, ${attempts} times in a row`);
}

function dataOf(found: Stored<unknown> | DamagedRecordError | null | undefined): unknown {
  return found instanceof DamagedRecordError ? undefined : found?.data;
}

function withoutKeys(entries: readonly string[], others: readonly { key: readonly KeyPart[] }[]): string[] {
  const keys = new Set(others.map(({ key }) => encodeKey(key)));
  return entries.filter((entry) => !keys.has(entry));
}

/** Makes a counter as great as it is to be, and never smaller than it is. */
export async function restoreCounter(
  store: Store,
  { partition, ...counter }: { partition: readonly KeyPart[]; key: readonly KeyPart[]; expiresAt?: number },
  sum: number,
  { dryRun }: RestoreOptions,
): Promise<RestoreOutcome> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const found = await store.get<{ sum: number }>({ partition, key: counter.key });
    const missing = sum - (found?.data.sum ?? 0);
    if (missing <= 0) return "unchanged";
    const outcome = found === null ? "created" : "updated";
    if (dryRun) return outcome;
    const { key } = counter;
    const check = found === null ? { key, exists: false } : { key, version: found.version };
    const result = await store.commit(partition, { checks: [check], sums: [{ ...counter, add: missing }] });
    if (result.committed) return outcome;
  }
  throw new ContentionError(`the counter was changed at the same time, ${attempts} times in a row`);
}
