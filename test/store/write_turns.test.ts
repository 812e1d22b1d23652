import { describe, expect, it } from "vitest";
import { ContentionError } from "../../lib/mod.ts";
import { Store } from "../../lib/store/mod.ts";
import { slowDriver } from "../../lib/store/testing/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { ManualClock } from "../manual_clock.ts";

const partition = ["numbers"];
const location = { partition, key: ["all"] };

/**
 * Opens the store as another process does. The pauses are recorded, and end immediately. `endWaits` ends the waits for earlier writes, which are
 * recorded as `waits`.
 */
function openProcesses(count: number): {
  stores: Store[];
  pauses: number[];
  waits: number[];
  endWaits: () => void;
} {
  const clock = new ManualClock();
  const { atomic } = slowDriver(memoryDriver({ clock }), 3);
  const pauses: number[] = [];
  const waits: number[] = [];
  let endWaits = (): void => undefined;
  const isOver = new Promise<void>((resolve) => void (endWaits = resolve));
  const sleep = async (milliseconds: number, signal?: AbortSignal): Promise<void> => {
    const isWait = signal !== undefined;
    (isWait ? waits : pauses).push(milliseconds);
    if (isWait) await isOver;
  };
  const randomBytes = (length: number): Uint8Array => new Uint8Array(length).fill(128);
  return {
    stores: Array.from({ length: count }, () => new Store(atomic, { clock, sleep, randomBytes })),
    pauses,
    waits,
    endWaits,
  };
}

async function add(store: Store, number: number): Promise<number> {
  return store.writes.repeatInTurn(location, "Cannot add the number: the list", async () => {
    const found = await store.get<{ numbers: number[] }>(location);
    const data = { numbers: [...(found?.data.numbers ?? []), number] };
    const check = found === null ? { exists: false } : { version: found.version };
    const result = await store.commit(partition, {
      checks: [{ key: location.key, ...check }],
      sets: [{ key: location.key, data }],
    });
    return result.committed ? number : null;
  });
}

describe.each([1, 2, 64])("64 writes of a record at the same time by %i processes", (processes) => {
  it("all succeed", async () => {
    const { stores, pauses } = openProcesses(processes);
    const numbers = Array.from({ length: 64 }, (_, number) => number);
    await Promise.all(numbers.map(async (number) => add(stores[number % processes] as Store, number)));
    const found = await stores[0]?.get<{ numbers: number[] }>(location);
    expect(found?.data.numbers.toSorted((one, other) => one - other)).toEqual(numbers);
    // Writes of one process do not conflict.
    expect(pauses.length > 0).toBe(processes > 1);
  });
});

it("gives up after 100 conflicts, with pauses that grow to half of 64 ms", async () => {
  const { stores, pauses } = openProcesses(1);
  const writing = stores[0]?.writes.repeat('Cannot update the post: "hello"', async () => null);
  await expect(writing).rejects.toThrow(ContentionError);
  expect([pauses.length, ...pauses.slice(0, 8)]).toEqual([99, 1, 2, 4, 8, 16, 32, 32, 32]);
});

it("runs the next write of a record after a write that failed", async () => {
  const { writes } = openProcesses(1).stores[0] as Store;
  const failing = writes.inTurn(location, async () => Promise.reject(new Error("failed")));
  const next = writes.inTurn(location, async () => "done");
  await expect(failing).rejects.toThrow("failed");
  expect(await next).toBe("done");
});

it("runs the next write of a record after ten seconds, if an earlier write does not end", async () => {
  const { stores, waits, endWaits } = openProcesses(1);
  const [{ writes }] = stores as [Store];
  void writes.inTurn(location, () => new Promise(() => undefined));
  const steps: string[] = [];
  const next = writes.inTurn(location, async () => void steps.push("next"));
  const last = writes.inTurn(location, async () => void steps.push("last"));
  expect([waits, steps]).toEqual([[10_000, 10_000], []]);
  endWaits();
  await Promise.all([next, last]);
  expect(steps).toEqual(["next", "last"]);
});
