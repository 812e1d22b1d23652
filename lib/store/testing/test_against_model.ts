import type { Changes, Committed, Conflict } from "../contract/changes.ts";
import { judgeChanges, type KnownRecord } from "../judge_changes.ts";
import type { Range } from "../contract/atomic_driver.ts";
import { type Contract, partition } from "./contract.ts";

interface ModelRecord extends KnownRecord {
  expiresAt: number | undefined;
}

const keys = ["a", "a!", "a!b", "a!b!c", "aa", "a+2f", "a~c3", "b", "b-", "b!0", "z"];
const steps = 300;

/** Tests that random commits have the same results as a simple model with a map. */
export function testAgainstModel({ it, expect, engine, clock, listKeys }: Contract): void {
  it("handles 300 random commits like a model with a map", async () => {
    const random = randomNumbers(1);
    const model = new Map<string, ModelRecord>();
    const live = (key: string): ModelRecord | undefined => {
      const record = model.get(key);
      return (record?.expiresAt ?? Infinity) > clock.now() ? record : undefined;
    };
    for (let step = 0; step < steps; step++) {
      const changes = randomChanges(random, live, clock.now());
      const expected = judgeChanges(changes, live);
      const outcome = await engine.atomic.commit(partition, changes);
      expect(outcome).toMatchObject(expected.conflict ?? { committed: true, sums: expected.totals });
      applyTo(model, live, changes, outcome);
      if (random(4) === 0) clock.advance(random(50));
      const range = randomRange(random);
      const expectedKeys = keys.filter((key) => live(key)).toSorted();
      expect(await listKeys(range)).toEqual(selectFrom(expectedKeys, range));
    }
    const records = await engine.atomic.getMany(keys.map((key) => ({ partition, key })));
    const values = keys.map((key) => live(key)?.value ?? null);
    expect(records.map((record) => record?.value ?? null)).toEqual(values);
  });
}

/** Creates a linear congruential generator. Its numbers are the same every time, so failures can be reproduced. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

function randomChanges(
  random: (below: number) => number,
  live: (key: string) => ModelRecord | undefined,
  now: number,
): Required<Changes> {
  const changes = { checks: [], sets: [], deletes: [], sums: [] } as {
    [Name in keyof Required<Changes>]: Required<Changes>[Name][number][];
  };
  for (const key of keys) {
    const expiry = random(3) === 0 ? { expiresAt: now + 1 + random(100) } : {};
    const action = random(12);
    if (action === 0) changes.sets.push({ key, value: { random: random(1000) }, ...expiry });
    if (action === 1) changes.deletes.push(key);
    if (action === 2) changes.sums.push({ key, add: random(9) - 2, max: 20, ...expiry });
    if (action === 3) changes.checks.push({ key, exists: live(key) !== undefined });
    if (action === 4) changes.checks.push({ key, version: live(key)?.version ?? "none" });
    if (random(60) === 0) changes.checks.push({ key, exists: random(2) === 0 });
  }
  // A check of a missing record's version always fails; keep these checks rare.
  const isPossible = random(10) === 0;
  changes.checks = changes.checks.filter(
    (check) => isPossible || !("version" in check && check.version === "none"),
  );
  return changes;
}

function applyTo(
  model: Map<string, ModelRecord>,
  live: (key: string) => ModelRecord | undefined,
  { sets = [], deletes = [], sums = [] }: Changes,
  outcome: Committed | Conflict,
): void {
  if (!outcome.committed) return;
  const { version } = outcome;
  sums.forEach(({ key, expiresAt }, index) => {
    const counter = live(key);
    const value = { sum: outcome.sums[index] ?? 0 };
    model.set(key, { value, version, expiresAt: counter ? counter.expiresAt : expiresAt });
  });
  for (const { key, value, expiresAt } of sets) model.set(key, { value, version, expiresAt });
  for (const key of deletes) model.delete(key);
}

function randomRange(random: (below: number) => number): Range {
  const bound = (): string | undefined => (random(3) === 0 ? keys[random(keys.length)] : undefined);
  const [start, end] = [bound(), bound()];
  return {
    limit: 1 + random(keys.length),
    reverse: random(2) === 0,
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
  };
}

function selectFrom(sorted: string[], { start = "", end, limit, reverse }: Range): string[] {
  const found = sorted.filter((key) => key >= start && (end === undefined || key < end));
  return (reverse ? found.toReversed() : found).slice(0, limit);
}
