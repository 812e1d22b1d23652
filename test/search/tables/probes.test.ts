import { describe, expect, it } from "vitest";
import { planProbes } from "../../../lib/search/tables/probes.ts";

const common = (count: number): { words: number[]; results: number }[] =>
  Array.from({ length: count }, (_, at) => ({ words: [at], results: 1500 }));

describe("probes for common words", () => {
  it.each([
    [0, 1],
    [1, 2],
    [0, 2],
  ])("look for results that have only the words %i and %i of three", (one, other) => {
    const { probes } = planProbes(common(3), [], { isInNames: false, results: 100_000 });
    const pairs = probes.map(({ groups }) => groups.flat().toSorted((a, b) => a - b));
    expect(pairs).toContainEqual([one, other]);
  });

  it("are a bounded number, each of at most six words, for a query of 64 words", () => {
    const { probes } = planProbes(common(64), [], { isInNames: false, results: 100_000 });
    expect(probes).toHaveLength(2 * (1 + 6 + 64));
    expect(Math.max(...probes.map(({ groups }) => groups.length))).toBe(6);
  });
});
