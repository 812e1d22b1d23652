import { describe, expect, it } from "vitest";
import { Readiness } from "../../adapters/standalone/readiness.ts";
import { WriteOutcomes } from "../../adapters/standalone/write_outcomes.ts";
import { StoreLimitError } from "../../lib/mod.ts";
import type { Awaitable } from "../../lib/base/awaitable.ts";
import {
  type AtomicOperations,
  type Committed,
  type Conflict,
  Failure,
  type Outcome,
} from "../../lib/store/mod.ts";
import { slowDriver } from "../../lib/store/testing/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { forwardAtomic, type Members } from "../forward_atomic.ts";
import { ManualClock } from "../manual_clock.ts";

type Kind = "records" | "counts";

/** A store that refuses some kinds of writes, and the outcomes of its writes. */
class World {
  readonly clock = new ManualClock();
  readonly said: unknown[] = [];
  readonly writes = new WriteOutcomes({
    clock: this.clock,
    onRefused: (error) => this.said.push(error),
    onAccepted: () => this.said.push("accepted"),
  });
  error: Error = new Error("full");
  refused: readonly Kind[] = [];
  readonly #atomic: AtomicOperations;

  constructor({ turns, hasQuery }: { turns: number; hasQuery: boolean }) {
    const driver = turns === 0 ? memoryDriver() : slowDriver(memoryDriver(), turns);
    const { atomic } = driver;
    const failing: Members = {
      commit: (partition, changes) => {
        this.#refuseIf(changes.sets === undefined ? "counts" : "records");
        return atomic.commit(partition, changes);
      },
      query: hasQuery
        ? ({ counts }) => ({
            reads: [],
            counts: counts.map(() => this.#count(turns > 0)),
          })
        : undefined,
    };
    this.#atomic = this.writes.watch({ ...driver, atomic: forwardAtomic(atomic, failing) }).atomic;
  }

  async write(kind: Kind, partition = "p"): Promise<void> {
    const atomic = this.#atomic;
    const sums = [{ key: "n", add: 1 }];
    if (kind === "records") await atomic.commit(partition, { sets: [{ key: "a", value: {} }] });
    else if (atomic.query === undefined) await atomic.commit(partition, { sums });
    else {
      const check = { key: "a", version: "1" };
      const { counts } = await atomic.query({ counts: [{ partition, check, sums }], reads: [] });
      await Promise.all(counts.map(async (count) => count));
    }
  }

  async attempt(...kinds: Kind[]): Promise<void> {
    for (const kind of kinds) await this.write(kind).catch(() => undefined);
  }

  #count(isLater: boolean): Awaitable<Outcome<Committed | Conflict>> {
    const outcome: Outcome<Committed> = this.refused.includes("counts")
      ? new Failure(this.error)
      : { committed: true, version: "1", sums: [1] };
    return isLater ? Promise.resolve(outcome) : outcome;
  }

  #refuseIf(kind: Kind): void {
    if (this.refused.includes(kind)) throw this.error;
  }
}

it("are only read by the readiness, which writes nothing", async () => {
  const { atomic, ...driver } = memoryDriver();
  const reading = forwardAtomic(atomic, {
    commit: () => {
      throw new Error("The readiness has written");
    },
    query: undefined,
  });
  const writes = { refusedSince: Date.parse("2026-11-28T00:00:00Z"), areCountsRefused: true };
  for (const [countsReads, isReady, text] of [
    [false, true, "degraded: writes refused since 2026-11-28T00:00:00.000Z; 2 damaged records, see the log"],
    [
      true,
      false,
      "writes refused since 2026-11-28T00:00:00.000Z; reads need a key, and its use cannot be counted",
    ],
  ] as const) {
    const storage = { ...driver, atomic: reading };
    const readiness = new Readiness({ storage, damaged: { size: 2 }, writes, countsReads });
    expect(await readiness.read()).toEqual({ isReady, text });
  }
});

describe.each([
  { turns: 0, hasQuery: true },
  { turns: 0, hasQuery: false },
  { turns: 4, hasQuery: true },
  { turns: 4, hasQuery: false },
])("the outcomes of writes (%o)", (options) => {
  it.each<Kind>(["records", "counts"])("are refused since the first refusal of %s", async (kind) => {
    const world = new World(options);
    await world.attempt("records", "counts");
    expect([world.writes.refusedSince, world.said]).toEqual([undefined, []]);
    world.refused = [kind];
    const since = world.clock.now();
    await world.attempt(kind);
    world.clock.advance(5000);
    await world.attempt(kind);
    expect([world.writes.refusedSince, world.said]).toEqual([since, [world.error]]);
    world.refused = [];
    await world.attempt(kind);
    expect([world.writes.refusedSince, world.said]).toEqual([undefined, [world.error, "accepted"]]);
  });

  it("of records stay refused while counts are accepted, but not the other way round", async () => {
    const world = new World(options);
    world.refused = ["records"];
    await world.attempt("records", "counts");
    expect([world.writes.refusedSince, world.writes.areCountsRefused]).toEqual([world.clock.now(), false]);
    world.refused = ["counts"];
    await world.attempt("counts");
    expect(world.writes.areCountsRefused).toBe(true);
    await world.attempt("records");
    expect([world.writes.refusedSince, world.writes.areCountsRefused]).toEqual([undefined, false]);
  });

  it("of counts stand for 30 seconds, so that a request finds out again", async () => {
    const world = new World(options);
    const since = world.clock.now();
    world.refused = ["counts"];
    for (let attempt = 0; attempt < 2; attempt++) {
      await world.attempt("counts");
      world.clock.advance(29_999);
      expect(world.writes.areCountsRefused).toBe(true);
      world.clock.advance(1);
      expect([world.writes.refusedSince, world.writes.areCountsRefused]).toEqual([since, false]);
    }
  });

  it("keep the error of a write, and ignore a change that is too large", async () => {
    const world = new World(options);
    world.refused = ["records"];
    await expect(world.write("records")).rejects.toBe(world.error);
    await world.attempt("records");
    world.refused = [];
    await world.attempt("records");
    world.error = new StoreLimitError("too large", "commitBytes");
    world.refused = ["records"];
    await expect(world.write("records")).rejects.toBe(world.error);
    expect(world.writes.refusedSince).toBeUndefined();
  });
});
