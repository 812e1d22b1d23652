import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sortInSteps } from "../lib/base/yielding.ts";

interface Item {
  key: number;
  place: number;
}

const byKey = (one: Item, other: Item): number => one.key - other.key;

function itemsOf(keys: readonly number[]): Item[] {
  return keys.map((key, place) => ({ key, place }));
}

describe("sortInSteps", () => {
  it("sorts as toSorted does, with equal items in their order", async () => {
    const keys = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(keys, fc.integer({ min: 0, max: 60 }), async (some, times) => {
        const items = itemsOf(Array.from({ length: times }, () => some).flat());
        expect(await sortInSteps(items, byKey)).toEqual(items.toSorted(byKey));
      }),
      { numRuns: 30 },
    );
  });

  it("lets other work run while it sorts a long list", async () => {
    const items = itemsOf(Array.from({ length: 30_000 }, (_, index) => (index * 7919) % 30_000));
    let turns = 0;
    let isRunning = true;
    const count = (): void => {
      turns++;
      if (isRunning) setTimeout(count, 0);
    };
    setTimeout(count, 0);
    const sorted = await sortInSteps(items, byKey);
    isRunning = false;
    expect(sorted.map(({ key }) => key)).toEqual(Array.from({ length: 30_000 }, (_, index) => index));
    expect(turns).toBeGreaterThan(5);
  });
});
