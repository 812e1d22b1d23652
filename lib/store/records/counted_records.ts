import type { Committed, Conflict } from "../contract/changes.ts";
import type { KeyPart } from "../encode_key.ts";
import type { Store, StoreChanges } from "../store.ts";
import type { Stored } from "../stored.ts";
import { DamagedRecordError } from "../contract/damaged_record_error.ts";

/** A kind of records that a counter of their partition counts. Only commits remove them: they never expire. */
export interface CountedKind {
  /** Key prefix of the records. */
  prefix: readonly KeyPart[];
  /** Key of the counter. Every commit that adds or removes a record changes it. */
  counter: readonly KeyPart[];
  /** Returns the share of a readable record in the counter. Default: every record counts 1. */
  weigh?: (data: object) => number;
}

/** A kind of records of which a partition has a limited number. */
export interface LimitedKind extends CountedKind {
  /** Maximum number of records. */
  most: number;
}

/** Number of times that a counter is read while others change it. */
const attempts = 10;

/**
 * Commits changes that add one record of a kind, or remove one. The same commit changes the counter, so concurrent commits cannot exceed the
 * maximum, and never refuse each other below it. It returns a conflict with an exceeded sum if the partition has the maximum.
 */
export async function commitCounted(
  store: Store,
  partition: readonly KeyPart[],
  { most, ...kind }: LimitedKind,
  { add, checks = [], ...changes }: Omit<StoreChanges, "sums"> & { add: 1 | -1 },
): Promise<Committed | Conflict> {
  const { counter: key } = kind;
  const sum = add > 0 ? { key, add, max: most } : { key, add };
  const commit = { ...changes, checks: [...checks, { key, exists: true }], sums: [sum] };
  return store.writes.repeat("Cannot count the records: their number", async () => {
    const result = await store.commit(partition, commit);
    if (result.committed || result.failedChecks.some((index) => index < checks.length)) return result;
    const hasChanged = await recount(store, partition, kind);
    return !hasChanged && result.exceededSums.length > 0 ? result : null;
  });
}

/**
 * Sets a counter to the sum of its records. It differs if an earlier version of Postern added or removed a record, or if a record or the
 * counter was damaged.
 *
 * @returns true if the counter has changed since this call read it
 */
export async function recount(
  store: Store,
  partition: readonly KeyPart[],
  kind: CountedKind,
): Promise<boolean> {
  const { counter: key } = kind;
  const { found, records } = await readCounter(store, partition, kind);
  const missing = records - (found?.data.sum ?? 0);
  if (found !== null && missing === 0) return false;
  await store.commit(partition, { checks: [checkOf(key, found)], sums: [{ key, add: missing }] });
  return true;
}

/**
 * Returns the sum of the records if the counter differs from it, or undefined. The store may be in use. The sum is exact if the counter
 * has stayed the same, because every change of the sum changes the counter.
 */
export async function findMiscount(
  store: Store,
  partition: readonly KeyPart[],
  kind: CountedKind,
): Promise<number | undefined> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { found, records } = await readCounter(store, partition, kind);
    if (records === (found?.data.sum ?? 0)) return undefined;
    const after = await store.get({ partition, key: kind.counter });
    if (after?.version === found?.version) return records;
  }
  return undefined;
}

async function readCounter(
  store: Store,
  partition: readonly KeyPart[],
  { prefix, counter, weigh }: CountedKind,
): Promise<{ found: Stored<{ sum: number }> | null; records: number }> {
  const found = await store.get<{ sum: number }>({ partition, key: counter });
  if (weigh === undefined) return { found, records: await store.count(partition, prefix) };
  let records = 0;
  for await (const record of store.listWithDamaged<object>(partition, { prefix })) {
    if (!(record instanceof DamagedRecordError)) records += weigh(record.data);
  }
  return { found, records };
}

/** Returns a check that the record has not changed. A damaged record has no version, so the check only requires that it still exists. */
export function checkOf(
  key: readonly KeyPart[],
  found: Stored<unknown> | DamagedRecordError | null,
): NonNullable<StoreChanges["checks"]>[number] {
  if (found === null) return { key, exists: false };
  return found instanceof DamagedRecordError ? { key, exists: true } : { key, version: found.version };
}
