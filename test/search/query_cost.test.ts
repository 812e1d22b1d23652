import { beforeAll, describe, expect, it } from "vitest";
import { PassageIndex } from "../../lib/search/index/passage_index.ts";
import { type ResolvedOutcome, runQuery } from "../../lib/search/index/run_query.ts";
import { boundedWork, mostWork, workAtOnce } from "../../lib/search/index/work.ts";
import { MemorySearchIndex } from "../../lib/search/live/memory_search_index.ts";
import { parseQuery } from "../../lib/search/parse_query.ts";
import { postPassages } from "../../lib/search/passages/post_passages.ts";

const commonWords = Array.from(
  { length: 64 },
  (_, at) => `common${String.fromCodePoint(97 + (at >> 3), 97 + (at & 7))}`,
);
const documents = 2000;
const ownWords = 50;

/** A word of letters for a number. Neighbouring numbers have different beginnings. */
function wordOf(number: number): string {
  let rest = (number * 7919 + 13) % 5_000_011;
  let word = "";
  for (let at = 0; at < 7; at++) {
    word += String.fromCodePoint(97 + (rest % 26));
    rest = Math.floor(rest / 26) + number * (at + 1);
  }
  return `${word}${(number % 97).toString(36)}`;
}

/** Indexes 2,000 posts with 100,000 words of their own, and 64 words that all of them have. */
async function build(): Promise<PassageIndex> {
  const index = new PassageIndex();
  const pauses = { work: boundedWork(Infinity), pause: () => Promise.resolve() };
  const added = [];
  for (let number = 0; number < documents; number++) {
    const own = Array.from({ length: ownWords }, (_, at) => wordOf(number * ownWords + at));
    const text = `${own.join(" ")}. ${commonWords.join(" ")} ${commonWords.join(" ")}`;
    const results = postPassages({
      name: `Post ${number}`,
      authors: [],
      tags: [],
      sections: [{ text }],
      faqEntries: [],
    });
    const fields = { section: "", tags: [], updatedAt: 0, publicFrom: -Infinity, isFree: true };
    added.push(
      await index.add({ key: `${number}`, slug: `${number}`, language: "de", ...fields, results }, pauses),
    );
  }
  index.replace(added, []);
  return index;
}

/** Runs a query with all of its pauses. */
function run(
  index: PassageIndex,
  q: string,
  total = mostWork,
): { outcome: ResolvedOutcome; units: number; results: number } {
  const work = boundedWork(workAtOnce, total);
  const filter = { types: new Set(["post"] as const), readsPaid: true };
  const steps = runQuery(index, parseQuery(q), { filter, now: 0, work });
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  let results = 0;
  step.value.forEach(() => results++);
  return { outcome: step.value, units: Math.round(work.share * total), results };
}

const repeat = (count: number, wordAt: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => wordAt(at)).join(" ");
const letters = "abcdefghijklmnopqrstuvwxyz";

/** A total that most of the queries exceed, and the most units that a query adds to it before it stops. */
const lowTotal = 50_000;
const mostOfStep = 250_000;

/** Queries that want much work: the most units of it, and true if a part is left out. */
const hostile: readonly (readonly [name: string, query: string, most: number, isApproximate: boolean])[] = [
  ["64 unknown words", `${repeat(64, (at) => `${wordOf(at).slice(0, 5)}qxzq`)} `, 500_000, true],
  ["8 unknown words", `${repeat(8, (at) => `${wordOf(at).slice(0, 5)}qxzq`)} `, 500_000, false],
  ["12 unknown long words", `${repeat(12, (at) => `${wordOf(at)}${"x".repeat(60)}`)} `, 500_000, true],
  ["words with a typo each", `${repeat(64, (at) => `${wordOf(at)}x`)} `, 500_000, true],
  ["one-letter words", repeat(64, (at) => letters[at % 26] ?? ""), 500_000, false],
  ["a prefix of two letters", "co", 500_000, false],
  ["64 common words", `${commonWords.join(" ")} `, 500_000, false],
  ["64 times a common word", `${repeat(64, () => "commonaa")} `, 500_000, false],
  [
    "many phrases of common words",
    repeat(16, (at) => `"${commonWords.slice(at, at + 4).join(" ")}"`),
    1_000_000,
    false,
  ],
  ["many phrases that nothing has", repeat(21, () => '"commonab commonaa commonac"'), 1_000_000, false],
  ["many exclusions", `post ${repeat(60, (at) => `-${commonWords[at] ?? ""}`)}`, 500_000, false],
  [
    "many excluded phrases",
    `post ${repeat(31, (at) => `-"${commonWords[at + 1] ?? ""} ${commonWords[at] ?? ""}"`)}`,
    1_000_000,
    false,
  ],
  ["Chinese words", "生命起源研究北京大学".repeat(6), 500_000, false],
  ["words of many compounds", `${repeat(24, () => "commonaacommonab")} `, 1_000_000, true],
  ["long words of one letter", `${repeat(15, () => "a".repeat(64))} `, 500_000, true],
];

describe("a query over 100,000 words", () => {
  let index: PassageIndex;
  beforeAll(async () => {
    index = await build();
  });

  it.each(hostile)("is bounded: %s", (_name, query, most, isApproximate) => {
    const { outcome, units } = run(index, query);
    expect(units).toBeLessThanOrEqual(most);
    expect(outcome.isApproximate).toBe(isApproximate);
  });

  it.each(hostile)(
    "is bounded by a lower total, which the outcome says: %s",
    (_name, query, _most, isApproximate) => {
      const whole = run(index, query);
      const { outcome, units } = run(index, query, lowTotal);
      // A step that has begun ends: a walk for typos, or the results of a word and its compounds.
      expect(units).toBeLessThanOrEqual(lowTotal + mostOfStep);
      expect(outcome.isApproximate).toBe(isApproximate || whole.units >= lowTotal);
    },
  );

  it("finds typos for the first eight unknown words, and also in the first letter", () => {
    const words = Array.from({ length: 10 }, (_, at) => wordOf(at * 997));
    const typos = words.map((word) => `#${word.slice(1)}`.replace("#", word.startsWith("z") ? "y" : "z"));
    const { outcome } = run(index, `${typos.join(" ")} `);
    const found = outcome.found.map((alternatives) => alternatives.map(({ word }) => word.folded));
    const isFound = words.map((word, at) => found[at]?.includes(word));
    expect(isFound).toEqual(words.map((_, at) => at < 8));
    expect(outcome.isApproximate).toBe(true);
  });

  it("leaves out common words before rare ones", () => {
    const rare = wordOf(4321);
    const work = boundedWork(workAtOnce, 20_000);
    const filter = { types: new Set(["post"] as const), readsPaid: true };
    const steps = runQuery(index, parseQuery(`${commonWords.slice(0, 40).join(" ")} ${rare} `), {
      filter,
      now: 0,
      work,
    });
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    const scores: [string, number][] = [];
    step.value.forEach(({ document }, score) => scores.push([document.key, score]));
    expect(scores.toSorted((one, other) => other[1] - one[1])[0]?.[0]).toBe(`${Math.floor(4321 / ownWords)}`);
    expect(step.value.isApproximate).toBe(true);
    expect(work.share).toBeLessThan(2);
  });

  it("stops at the next pause after its client has gone", async () => {
    const controller = new AbortController();
    let pauses = 0;
    const searching = new MemorySearchIndex(index, {
      clock: { now: () => 0 },
      pause: async () => {
        pauses++;
        if (pauses === 2) controller.abort(new Error("The client has gone"));
        controller.signal.throwIfAborted();
      },
    });
    const filter = { types: new Set(["post"] as const), readsPaid: true };
    const query = parseQuery(`${commonWords.join(" ")} `);
    await expect(searching.find(query, { filter, limit: 10 })).rejects.toThrow("The client has gone");
    expect(pauses).toBe(2);
  });
});
