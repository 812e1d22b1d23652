import { describe, expect, it } from "vitest";
import { type Release, Slots } from "../../lib/base/slots.ts";

/** A pool whose tasks are named, such as `a1` for the first task of the organization `a`. */
class Pool {
  readonly slots: Slots;
  /** Names of the tasks, in the order in which they got slots. */
  readonly started: string[] = [];
  readonly #releases = new Map<string, Release>();

  constructor(most: number) {
    this.slots = new Slots(most);
  }

  /** Starts tasks that wait for slots. */
  async wait(...names: string[]): Promise<void> {
    for (const name of names) {
      void this.slots.wait(name[0] ?? "").then((release) => this.#start(name, release));
    }
    await settle();
  }

  async end(...names: string[]): Promise<void> {
    for (const name of names) {
      this.#releases.get(name)?.();
      this.#releases.delete(name);
      await settle();
    }
  }

  running(): string[] {
    return [...this.#releases.keys()];
  }

  #start(name: string, release: Release): void {
    this.started.push(name);
    this.#releases.set(name, release);
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

const named = (organization: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${organization}${index + 1}`);

describe("slots", () => {
  it.each([
    { most: 1, alone: 1 },
    { most: 2, alone: 2 },
    { most: 3, alone: 2 },
    { most: 9, alone: 6 },
  ])("of $most tasks that cannot be ended give an organization alone $alone", async ({ most, alone }) => {
    const pool = new Pool(most);
    await pool.wait(...named("a", most + 1));
    expect(pool.running()).toEqual(named("a", alone));
  });

  it("start a newcomer at once", async () => {
    const pool = new Pool(9);
    await pool.wait(...named("a", 20), "b1");
    expect(pool.running()).toContain("b1");
  });

  it("give no organization more than a third while another waits", async () => {
    const pool = new Pool(9);
    await pool.wait(...named("a", 20), ...named("b", 20));
    expect(pool.running()).toEqual([...named("a", 6), ...named("b", 3)]);
    await pool.end("a1", "a2", "a3");
    expect(pool.running()).toEqual(["a4", "a5", "a6", ...named("b", 3)]);
    await pool.end("a4");
    expect(pool.running()).toEqual(["a5", "a6", ...named("b", 3), "a7"]);
  });

  it("give waiting organizations turns, and each the first that came", async () => {
    const pool = new Pool(1);
    await pool.wait("a1", "a2", "a3", "b1", "c1", "b2");
    for (const name of ["a1", "a2", "b1", "c1", "a3", "b2"]) await pool.end(name);
    expect(pool.started).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
  });

  it("give an organization more when no other waits", async () => {
    const pool = new Pool(9);
    await pool.wait(...named("a", 20), ...named("b", 4));
    await pool.end("a1", "a2", "a3", "a4", "b1");
    expect(pool.running()).toEqual(["a5", "a6", "b2", "b3", "a7", "b4"]);
    await pool.end("b2", "b3");
    expect(pool.running()).toEqual(["a5", "a6", "a7", "b4", "a8", "a9"]);
  });

  it("take slots back from the organization with the most", () => {
    const slots = new Slots(6);
    const ended: string[] = [];
    const take = (name: string): boolean =>
      slots.take(name[0] ?? "", { stop: () => void ended.push(name) }) !== undefined;
    expect([...named("a", 7)].map(take)).toEqual([true, true, true, true, true, true, false]);
    expect(named("b", 3).map(take)).toEqual([true, true, false]);
    expect(ended).toEqual(["a6", "a5"]);
    expect(["c1", "d1", "e1", "f1", "g1"].map(take)).toEqual([true, true, true, true, false]);
    expect(ended).toEqual(["a6", "a5", "a4", "a3", "a2", "b2"]);
  });

  it("are freed from dead tasks, which are stopped", () => {
    const slots = new Slots(3);
    const dead = new Set<string>();
    const stopped: string[] = [];
    const take = (name: string): boolean =>
      slots.take("a", { stop: () => void stopped.push(name), isDead: () => dead.has(name) }) !== undefined;
    expect(["a1", "a2", "a3", "a4"].map(take)).toEqual([true, true, true, false]);
    dead.add("a2");
    expect(["a4", "a5"].map(take)).toEqual([true, false]);
    expect(stopped).toEqual(["a2"]);
  });

  it("stay with tasks that look dead, until somebody needs them", () => {
    const slots = new Slots(3);
    const stopped: string[] = [];
    const take = (name: string): boolean =>
      slots.take("a", { stop: () => void stopped.push(name), isDead: () => name === "slow" }) !== undefined;
    expect(["slow", "a1", "a2"].map(take)).toEqual([true, true, true]);
    expect(stopped).toEqual([]);
    expect(take("a3")).toBe(true);
    expect(stopped).toEqual(["slow"]);
  });

  it("leave more than a third of the slots free while two organizations wait, until one of them leaves", async () => {
    const pool = new Pool(10);
    const leaving = new AbortController();
    await pool.wait(...named("a", 20), ...named("b", 3));
    const left = pool.slots.wait("b", leaving.signal);
    await pool.end("a1", "a2", "a3", "a4");
    expect(pool.running()).toEqual(["a5", "a6", "a7", ...named("b", 3)]);
    leaving.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    expect(pool.running()).toEqual(["a5", "a6", "a7", ...named("b", 3), "a8"]);
  });

  it("are given to waiting tasks before a new task of the same organization, also if it can be ended", async () => {
    const pool = new Pool(9);
    await pool.wait(...named("a", 20));
    expect(pool.slots.take("a", { stop: () => undefined })).toBeUndefined();
  });

  it("count a slot that is released twice once", async () => {
    const pool = new Pool(2);
    const release = pool.slots.take("a");
    pool.slots.take("a");
    release?.();
    release?.();
    await pool.wait("a1", "a2");
    expect(pool.running()).toEqual(["a1"]);
  });

  it("are not taken for a signal that has aborted", async () => {
    const slots = new Slots(1);
    await expect(slots.wait("a", AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
    expect(slots.take("a")).toBeTypeOf("function");
  });

  it("ignore the signal of a task that has started", async () => {
    const slots = new Slots(1);
    const [holding, starting] = [slots.take("a"), new AbortController()];
    const first = slots.wait("a", starting.signal);
    holding?.();
    const release = await first;
    const next = slots.wait("a");
    starting.abort(new Error("gone"));
    release();
    await expect(next).resolves.toBeTypeOf("function");
  });

  it("forget a waiting task whose signal aborts", async () => {
    const slots = new Slots(1);
    const release = slots.take("a");
    const leaving = new AbortController();
    const left = slots.wait("b", leaving.signal);
    const next = slots.wait("c");
    leaving.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    release?.();
    await expect(next).resolves.toBeTypeOf("function");
  });
});
