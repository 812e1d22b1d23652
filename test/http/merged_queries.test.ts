import { expect, it } from "vitest";
import type { AtomicDriver } from "../../lib/mod.ts";
import type { Batch, BatchResult } from "../../lib/store/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { World } from "../api/world.ts";
import { forwardAtomic } from "../forward_atomic.ts";

const turn = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * A driver that sends all reads of one event loop tick together, like a driver across a network. A test can hold its responses and release
 * them later.
 */
class SlowDriver {
  readonly driver: AtomicDriver;
  asked = 0;
  #isHeld = false;
  #held: (() => void)[] = [];

  constructor(driver: AtomicDriver) {
    const { atomic } = driver;
    const query = async (batch: Batch): Promise<BatchResult> => {
      this.asked++;
      const result = (await atomic.query?.(batch)) ?? { counts: [], reads: [] };
      if (this.#isHeld) await new Promise<void>((resolve) => this.#held.push(resolve));
      return result;
    };
    const slow = { query, atEndOfTick: (run: () => void) => void setImmediate(run) };
    this.driver = { ...driver, atomic: forwardAtomic(atomic, slow) };
  }

  /** Holds the responses of queries from now on, until `letThrough` is called. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Holds no responses of later queries. */
  holdNoMore(): void {
    this.#isHeld = false;
  }

  letThrough(): void {
    for (const letThrough of this.#held.splice(0)) letThrough();
  }
}

async function openWorld(): Promise<{ world: World; slow: SlowDriver }> {
  let slow: SlowDriver | undefined;
  const world = await World.open(async (clock) => {
    slow = new SlowDriver(memoryDriver({ clock }));
    return { storage: slow.driver, close: () => undefined };
  });
  await world.createPost({ name: "Hello" });
  await world.get("/post/acme/hello");
  await world.api.events.settle();
  if (slow === undefined) throw new Error("Cannot open the world: no storage was asked for");
  return { world, slow };
}

it("queries once for all requests of a tick, and again for the next tick", async () => {
  const { world, slow } = await openWorld();
  slow.asked = 0;
  await world.get("/post/acme/hello");
  const { asked } = slow;
  for (const requests of [1, 20]) {
    slow.asked = 0;
    const responses = await Promise.all(
      Array.from({ length: requests }, () => world.get("/post/acme/hello")),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: requests }, () => 200));
    expect(slow.asked).toBe(asked);
  }
});

it("returns no result that was pending before a change that the request can know", async () => {
  const { world, slow } = await openWorld();
  slow.hold();
  const before = world.get("/post/acme/hello");
  // After two ticks the driver has read the records and holds the responses.
  await turn();
  await turn();
  slow.holdNoMore();
  await world.updatePost("hello", { name: "Changed" });
  const after = world.get("/post/acme/hello");
  await turn();
  await turn();
  slow.letThrough();
  expect((await before).status).toBe(200);
  expect(await (await after).json()).toMatchObject({ name: "Changed" });
});
