import {
  type AtomicOperations,
  type Committed,
  type Conflict,
  encodeKey,
  type JsonObject,
  type Range,
} from "../store/mod.ts";
import type { ManualClock } from "./manual_clock.ts";
import type { TestFramework } from "./test_framework.ts";

/** A storage engine that a test opened. */
export interface OpenEngine {
  atomic: AtomicOperations;
  close: () => void | Promise<void>;
  /**
   * Closes the engine and opens it again on the same data; from then on `atomic` is the new one's.
   * Default: the engine keeps nothing, and what a restart must not change is not tested.
   */
  reopen?: () => Promise<void>;
}

/** What the tests of the storage contract share. */
export interface Contract extends Pick<TestFramework, "it" | "expect"> {
  clock: ManualClock;
  /** The engine of the test that runs. */
  engine: { readonly atomic: AtomicOperations };
  /** Opens the engine again; false when it keeps nothing. */
  reopen: () => Promise<boolean>;
  get: (key: string) => Promise<JsonObject | undefined>;
  set: (...keys: string[]) => Promise<Committed | Conflict>;
  listKeys: (range: Partial<Range>) => Promise<string[]>;
  versionOf: (key: string) => Promise<string>;
}

/** The partition that most tests use. */
export const partition: string = encodeKey(["org", "acme"]);

/** The means of the tests, over whatever engine is open when they are used. */
export function createContract(
  { it, expect }: TestFramework,
  clock: ManualClock,
  current: () => OpenEngine,
): Contract {
  const engine = {
    get atomic() {
      return current().atomic;
    },
  };
  const find = async (key: string): ReturnType<typeof findIn> => findIn(engine.atomic, key);
  return {
    it,
    expect,
    clock,
    engine,
    reopen: async () => {
      const { reopen } = current();
      await reopen?.();
      return reopen !== undefined;
    },
    get: async (key) => (await find(key))?.value,
    set: async (...keys) =>
      engine.atomic.commit(partition, { sets: keys.map((key) => ({ key, value: { key } })) }),
    listKeys: async (range) => {
      const records = await engine.atomic.list(partition, { limit: 100, ...range });
      return records.map(({ key }) => key);
    },
    versionOf: async (key) => (await find(key))?.version ?? "",
  };
}

async function findIn(
  atomic: AtomicOperations,
  key: string,
): Promise<{ value: JsonObject; version: string } | null> {
  const [record] = await atomic.getMany([{ partition, key }]);
  return record ?? null;
}
