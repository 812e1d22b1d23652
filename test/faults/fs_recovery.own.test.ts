import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AtomicOperations, Changes } from "../../lib/store/mod.ts";
import { fsDriver } from "../../storage-drivers/fs.ts";
import { systemErrorCode } from "../../storage-drivers/directory/system_error_text.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";

/** The calls of the file system that fail: the first of them, and their number. Every call is counted. */
const fault = vi.hoisted(() => ({ first: Infinity, number: 0, calls: 0, failed: 0 }));

/** Returns a module of the file system whose calls can fail. */
const withFaults = vi.hoisted(() => {
  type Call = (...args: unknown[]) => unknown;
  const asynchronous = ["open", "rename", "rm", "mkdir", "appendFile"];
  const synchronous = ["openSync", "renameSync", "rmSync", "mkdirSync", "fsyncSync"];
  const reading = ["readFileSync", "readdirSync", "statSync"];
  const check = (name: string): void => {
    fault.calls++;
    if (fault.calls < fault.first || fault.calls >= fault.first + fault.number) return;
    fault.failed++;
    throw Object.assign(new Error(`EMFILE, ${name}`), { code: "EMFILE", syscall: name });
  };
  const failing =
    (name: string, call: Call): Call =>
    (...args) => {
      check(name);
      return call(...args);
    };
  const failingAsync =
    (name: string, call: Call): Call =>
    async (...args) => {
      check(name);
      const result = await call(...args);
      if (name !== "open") return result;
      const handle = result as { sync: Call };
      handle.sync = failingAsync("sync", handle.sync.bind(handle));
      return handle;
    };
  return (module: object): object => {
    const names = "openSync" in module ? [...synchronous, ...reading] : asynchronous;
    const wrap = "openSync" in module ? failing : failingAsync;
    const calls = module as Record<string, Call>;
    return { ...module, ...Object.fromEntries(names.map((name) => [name, wrap(name, calls[name] as Call)])) };
  };
});

vi.mock("node:fs", async (load) => withFaults(await load<object>()));
vi.mock("node:fs/promises", async (load) => withFaults(await load<object>()));

const partition = "org!acme";
const commits = 3;

let path: string;
beforeEach(() => {
  path = scratchDirectory();
});
afterEach(disarm);

function arm(first: number, number: number): void {
  Object.assign(fault, { first, number, calls: 0, failed: 0 });
}

function disarm(): void {
  fault.first = Infinity;
}

/** The state of the records that the commits of a test write. */
interface State {
  /** Numbers of the commits whose record `new!<number>` exists. */
  created: number[];
  /** Numbers of the commits whose record `old!<number>` was deleted. */
  deleted: number[];
  /** Sum of the numbers 1, 10 and 100 of the commits. */
  sum: number;
}

/** Returns the changes of a commit. Each has records in new directories, a deletion and a counter. */
function changesOf(number: number): Changes {
  return {
    sets: [{ key: `new!${number}!a`, value: { number }, expiresAt: Date.now() + 1e9 }],
    deletes: [`old!${number}`],
    sums: [{ key: "sum", add: 10 ** number, max: 1e9 }],
  };
}

async function readState(atomic: AtomicOperations): Promise<State> {
  const numbers = Array.from({ length: commits }, (_, number) => number);
  const records = await atomic.getMany([
    ...numbers.map((number) => ({ partition, key: `new!${number}!a` })),
    ...numbers.map((number) => ({ partition, key: `old!${number}` })),
    { partition, key: "sum" },
  ]);
  const sum = records.at(-1)?.value["sum"];
  return {
    created: numbers.filter((number) => records[number] !== null),
    deleted: numbers.filter((number) => records[commits + number] === null),
    sum: typeof sum === "number" ? sum : 0,
  };
}

/** Expects that each commit was applied as a whole or not at all, and that acknowledged commits were applied once. */
function expectWhole({ created, deleted, sum }: State, acknowledged: readonly number[]): void {
  expect(deleted).toEqual(created);
  expect(sum).toBe(created.reduce((total, number) => total + 10 ** number, 0));
  expect(created).toEqual(expect.arrayContaining([...acknowledged]));
}

/** Commits together while calls fail, then reads until a read succeeds. Returns the errors of the reads. */
async function commitAndRead(atomic: AtomicOperations): Promise<string[]> {
  const results = await Promise.allSettled(
    Array.from({ length: commits }, async (_, number) => atomic.commit(partition, changesOf(number))),
  );
  const acknowledged = results.flatMap(({ status }, number) => (status === "fulfilled" ? number : []));
  const errors: string[] = [];
  for (;;) {
    try {
      expectWhole(await readState(atomic), acknowledged);
      return errors;
    } catch (error) {
      if (systemErrorCode(error) !== "EMFILE") throw error;
      errors.push(String(error));
    }
  }
}

describe.each(["power-loss", "process-crash"] as const)("with the durability %s", (durability) => {
  const old = Array.from({ length: commits }, (_, number) => ({ key: `old!${number}`, value: {} }));

  it.each([1, 12])(
    "a store recovers without a restart after %i failures at any step of a commit",
    async (number) => {
      const errors: string[] = [];
      for (let first = 1; first === 1 || fault.failed > 0; first++) {
        const options = { path: join(path, String(first)), durability };
        const driver = fsDriver(options);
        await driver.atomic.commit(partition, { sets: old });
        arm(first, number);
        errors.push(...(await commitAndRead(driver.atomic)));
        disarm();
        const state = await readState(driver.atomic);
        await driver.atomic.commit(partition, { sets: [{ key: "after", value: {} }] });
        await driver.dispose?.();
        const reopened = fsDriver(options);
        expect(await readState(reopened.atomic)).toEqual(state);
        expect(await reopened.atomic.getMany([{ partition, key: "after" }])).not.toEqual([null]);
        await reopened.dispose?.();
      }
      const halfWay =
        "FileStoreError: Cannot use the store: an earlier write failed half-way, and cannot be finished: ";
      expect(errors.some((error) => error.startsWith(halfWay))).toBe(number > 1);
    },
  );
});
