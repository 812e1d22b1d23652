import type { AtomicDriver, Batch, BatchResult } from "../../lib/store/mod.ts";
import type { OpenEngine } from "../../lib/store/testing/mod.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";

/** Returns a driver that is closed after the running test or file. */
export function closedAfterUse<Driver extends { dispose?: () => unknown }>(driver: Driver): Driver {
  releaseAfterUse(() => driver.dispose?.());
  return driver;
}

/** Returns the engine of a driver that the storage contract can reopen. */
export function reopenable(open: () => AtomicDriver): OpenEngine {
  let driver = open();
  return {
    get atomic() {
      return driver.atomic;
    },
    reopen: async () => {
      await driver.dispose?.();
      driver = open();
    },
    close: async () => driver.dispose?.(),
  };
}

/** A driver with partitions that have a record `a`. Its functions count in a partition, read the known record, and run a batch. */
export interface Counters {
  driver: AtomicDriver;
  count: (partition: string) => Batch["counts"][number];
  read: (partition: string) => Batch["reads"][number];
  query: (
    counts: Batch["counts"],
    reads?: Batch["reads"],
  ) => Promise<{ counts: Awaited<BatchResult["counts"][number]>[]; reads: BatchResult["reads"] }>;
}

/** Writes a record to each partition. */
export async function openCounters(driver: AtomicDriver, partitions: readonly string[]): Promise<Counters> {
  const { atomic } = driver;
  const versions = new Map<string, string>();
  for (const partition of partitions) {
    const set = await atomic.commit(partition, { sets: [{ key: "a", value: { is: partition } }] });
    versions.set(partition, set.committed ? set.version : "");
  }
  const versionOf = (partition: string): string => versions.get(partition) ?? "";
  return {
    driver,
    count: (partition) => ({
      partition,
      check: { key: "a", version: versionOf(partition) },
      sums: [{ key: "n", add: 1 }],
    }),
    read: (partition) => ({ partition, key: "a", known: { version: versionOf(partition), asOf: undefined } }),
    query: async (counts, reads = []) => {
      const result = (await atomic.query?.({ counts, reads })) ?? { counts: [], reads: [] };
      return { counts: await Promise.all(result.counts.map(async (one) => one)), reads: result.reads };
    },
  };
}
