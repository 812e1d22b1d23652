import { afterEach, describe, expect, it, vi } from "vitest";
import { BackgroundTasks } from "../../lib/base/background_tasks.ts";
import { systemRandomBytes } from "../../lib/base/secrets/random.ts";
import type { IndexSource } from "../../lib/search/index_source.ts";
import { LiveIndex } from "../../lib/search/live/live_index.ts";
import type { PassageIndex } from "../../lib/search/index/passage_index.ts";
import { PassageCursor, Postings } from "../../lib/search/index/postings.ts";
import { runQuery } from "../../lib/search/index/run_query.ts";
import type { SearchDocument } from "../../lib/search/index/search_document.ts";
import { Vocabulary } from "../../lib/search/index/vocabulary.ts";
import { boundedWork } from "../../lib/search/index/work.ts";
import { knowledgePassages, postPassages } from "../../lib/search/passages/post_passages.ts";
import { IndexKeeper } from "../../lib/search/saved/index_keeper.ts";
import { parseQuery } from "../../lib/search/parse_query.ts";
import { Slots } from "../../lib/base/slots.ts";
import { openStore } from "../../lib/store/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";

function toDocument(number: number, text: string): SearchDocument {
  const key = `document-${number}`;
  return {
    key,
    slug: key,
    language: "en",
    section: "",
    tags: [],
    updatedAt: 0,
    publicFrom: -Infinity,
    isFree: true,
    results: knowledgePassages(text),
  };
}

/** Indexes documents, and calls `onPause` before each pause. */
async function build(
  documents: readonly SearchDocument[],
  onPause: () => void = () => undefined,
): Promise<PassageIndex> {
  const sleep = (): Promise<void> => {
    onPause();
    return Promise.resolve();
  };
  const clock = { now: () => 0 };
  const deps = {
    clock,
    sleep,
    mostBytes: Infinity,
    builds: new Slots(1),
    store: openStore(memoryDriver(), { deployment: "process", clock, randomBytes: systemRandomBytes }),
    randomBytes: systemRandomBytes,
    organizationKey: undefined,
    tasks: new BackgroundTasks(),
    onError: (error: unknown) => expect.unreachable(String(error)),
  };
  const keeper = new IndexKeeper(deps, { organizationSlug: "test", kind: "knowledge", stamp: "test" });
  const live = new LiveIndex(deps, keeper, "test");
  await live.update(sourceOf(documents));
  return live.index;
}

function sourceOf(documents: readonly SearchDocument[]): IndexSource {
  return {
    revision: () => Promise.resolve("1"),
    pages: async function* () {
      yield documents.map(({ key, slug, publicFrom }) => ({ key, slug, version: "1", publicFrom }));
    },
    read: (entries) =>
      Promise.resolve(entries.map(({ key }) => documents[Number(key.slice("document-".length))] ?? null)),
  };
}

/** Runs a query. Returns the keys of the results, and the most units of `counted` in a step. */
function search(
  index: PassageIndex,
  query: string,
  { atOnce, counted }: { atOnce: number; counted: () => number },
): { keys: string[]; steps: number; most: number } {
  const filter = { types: new Set(["knowledge"] as const), readsPaid: true };
  const steps = runQuery(index, parseQuery(query), { filter, now: 0, work: boundedWork(atOnce) });
  let most = 0;
  for (let count = 1; ; count++) {
    const before = counted();
    const step = steps.next();
    most = Math.max(most, counted() - before);
    if (step.done !== true) continue;
    const keys: string[] = [];
    step.value.forEach(({ document }) => keys.push(document.key));
    return { keys, steps: count, most };
  }
}

describe("a step", () => {
  afterEach(() => vi.restoreAllMocks());

  it("of an index build indexes at most 50,000 characters and a passage, also of a long text or heading", async () => {
    const added = vi.spyOn(Vocabulary.prototype, "add");
    const long = "word ".repeat(100_000);
    const inHeading = {
      ...toDocument(1, ""),
      results: postPassages({
        name: "Long",
        authors: [],
        tags: [],
        sections: [{ heading: long, text: "end" }],
        faqEntries: [{ question: long, answer: "end" }],
      }),
    };
    let most = 0;
    let before = 0;
    await build([toDocument(0, long), inHeading, toDocument(2, long)], () => {
      most = Math.max(most, added.mock.calls.length - before);
      before = added.mock.calls.length;
    });
    most = Math.max(most, added.mock.calls.length - before);
    expect(added.mock.calls.length).toBeGreaterThan(390_000);
    expect(most).toBeLessThanOrEqual((50_000 + 2 * 1200) / "word ".length);
  });

  it("of a phrase query reads at most a bounded number of places, and the query finds the phrase", async () => {
    const documents = Array.from({ length: 500 }, (_, number) =>
      toDocument(number, `${"to be or not ".repeat(100)} ${number === 321 ? "to be to be" : ""}`),
    );
    const index = await build(documents);
    const seek = vi.spyOn(PassageCursor.prototype, "seek");
    const atOnce = 2000;
    const found = search(index, '"to be to be"', { atOnce, counted: () => seek.mock.calls.length });
    expect(found.keys).toEqual(["document-321"]);
    expect(found.steps).toBeGreaterThan(10);
    expect(found.most).toBeLessThanOrEqual(atOnce);
  });

  it("of a query reads at most one word more than its bound, and reads each result of a word once", async () => {
    const documents = Array.from({ length: 300 }, (_, number) => toDocument(number, `common all ${number}`));
    const index = await build(documents);
    let results = 0;
    const forEachResult = Reflect.get(Postings.prototype, "forEachResult");
    vi.spyOn(Postings.prototype, "forEachResult").mockImplementation(function (this: Postings, visit) {
      forEachResult.call(this, (result, counts) => {
        results++;
        visit(result, counts);
      });
    });
    const found = search(index, "common all common all ", { atOnce: 100, counted: () => results });
    expect(found.keys).toHaveLength(300);
    expect(found.steps).toBeGreaterThanOrEqual(4);
    expect(found.most).toBeLessThanOrEqual(300);
    expect(results).toBe(4 * 300);
  });

  it("of a query with a typo compares a bounded number of words", async () => {
    const words = Array.from({ length: 20_000 }, (_, number) => `word${number.toString(36)}x`);
    const index = await build([toDocument(0, words.join(" "))]);
    const found = search(index, "wordzzzz1 ", { atOnce: 1000, counted: () => 0 });
    expect(found.steps).toBeGreaterThanOrEqual(20_000 / 1000);
  });

  it("of a query sees the index as it was when the query began", async () => {
    const index = await build([toDocument(0, "common old"), toDocument(1, "common other")]);
    const filter = { types: new Set(["knowledge"] as const), readsPaid: true };
    const query = runQuery(index, parseQuery("common "), { filter, now: 0, work: boundedWork(0) });
    query.next();
    const pauses = { work: boundedWork(Infinity), pause: () => Promise.resolve() };
    const added = await index.add(toDocument(2, "common new"), pauses);
    const [removed] = index.documents;
    index.replace([added], removed === undefined ? [] : [removed]);
    const keys: string[] = [];
    for (let step = query.next(); ; step = query.next()) {
      if (step.done !== true) continue;
      step.value.forEach(({ document }) => keys.push(document.key));
      break;
    }
    expect(keys).toEqual(["document-0", "document-1"]);
  });
});
