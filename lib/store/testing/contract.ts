import type { AtomicOperations, Range } from "../contract/atomic_driver.ts";
import type { Committed, Conflict, JsonObject } from "../contract/changes.ts";
import { encodeKey } from "../encode_key.ts";
import type { ManualClock } from "./manual_clock.ts";

/** A storage engine that a test opened. */
export interface OpenEngine {
  atomic: AtomicOperations;
  close: () => void | Promise<void>;
  /**
   * Closes the engine and opens it again with the same data. Afterwards, `atomic` belongs to the new engine.
   * Default: the engine is not persistent, and restarts are not tested.
   */
  reopen?: () => Promise<void>;
}

/** Helpers of the storage contract's tests. */
export interface Contract extends Pick<TestFramework, "it" | "expect"> {
  clock: ManualClock;
  /** The engine of the current test. */
  engine: { readonly atomic: AtomicOperations };
  /** Reopens the engine. Returns false if it is not persistent. */
  reopen: () => Promise<boolean>;
  get: (key: string) => Promise<JsonObject | undefined>;
  set: (...keys: string[]) => Promise<Committed | Conflict>;
  listKeys: (range: Partial<Range>) => Promise<string[]>;
  versionOf: (key: string) => Promise<string>;
}

/** The partition that most tests use. */
export const partition: string = encodeKey(["org", "acme"]);

/** Creates the helpers of the tests. They use the engine that is open when they are called. */
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

/** Functions of the test framework. vitest, Jest, `bun:test` and others have them. */
export interface TestFramework {
  describe: (name: string, body: () => void) => unknown;
  it: (name: string, body: () => void | Promise<void>) => unknown;
  beforeEach: (body: () => Promise<void>) => unknown;
  afterEach: (body: () => Promise<void>) => unknown;
  expect: (value: unknown) => Expectation;
}

/** Assertions on a value. */
export interface Expectation {
  toBe: (expected: unknown) => void;
  toBeUndefined: () => void;
  toContain: (expected: unknown) => void;
  toEqual: (expected: unknown) => void;
  toHaveLength: (expected: number) => void;
  toMatchObject: (expected: object) => void;
}
