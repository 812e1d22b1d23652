import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { collectionsOf } from "../../bench/search_quality/collections.ts";
import type { Engine } from "../../bench/search_quality/engine.ts";
import { frozenQueries, PagesChangedError } from "../../bench/search_quality/frozen_queries.ts";
import { makeQueries } from "../../bench/search_quality/make_queries.ts";
import { measureEngines } from "../../bench/search_quality/measure_engines.ts";
import { posternEngine } from "../../bench/search_quality/postern_engine.ts";
import { readPages } from "../../bench/search_quality/read_pages.ts";
import { reportQuality } from "../../bench/search_quality/report_quality.ts";
import { temporaryDirectory } from "../temporary_directory.ts";

const collections = collectionsOf(readPages("test/fixtures/search_quality"));
const queries = makeQueries(collections);

const directories: (() => void)[] = [];
afterEach(() => {
  for (const remove of directories.splice(0)) remove();
});

function temporaryPath(): string {
  const { path, remove } = temporaryDirectory();
  directories.push(remove);
  return path;
}

describe("the evaluation of search", () => {
  it("reads the questions and titles of each language", () => {
    const counts = collections.map(({ language, kind, documents }) => [language, kind, documents.length]);
    expect(counts).toEqual([
      ["ar", "question", 2],
      ["ar", "title", 1],
      ["de", "question", 2],
      ["de", "title", 1],
      ["en", "question", 4],
      ["en", "title", 2],
      ["ja", "question", 2],
      ["ja", "title", 1],
      ["zh", "question", 2],
      ["zh", "title", 1],
    ]);
  });

  it("leaves the question out of the documents, and changes each title", () => {
    // A title whose random change left it as it was has no query.
    expect(queries).toHaveLength(17);
    for (const { kind, text, language, wanted } of queries) {
      const { documents = [] } =
        collections.find((one) => one.language === language && one.kind === kind) ?? {};
      expect(documents.map(({ id }) => id)).toContain(wanted);
      const lines = documents.flatMap((document) => [document.title, ...document.text.split("\n")]);
      expect(lines).not.toContain(text);
    }
  });

  it("finds the document of each query with Postern", async () => {
    const qualities = await measureEngines([posternEngine], collections, queries);
    expect(qualities.map(({ recall, refused }) => [recall, refused])).toEqual(qualities.map(() => [1, 0]));
    expect(reportQuality(qualities)).toContain("| en | 4 | 4 | 1.000 / ");
  });

  it("takes the rank of the document into account, and counts refused queries as not found", async () => {
    const english = collections.filter(({ language, kind }) => language === "en" && kind === "question");
    const reversed: Engine = {
      name: "Reversed",
      index: async (indexed) => async (query) => {
        if (query.startsWith("When")) throw new Error("Cannot search");
        return indexed.map(({ id }) => id).toReversed();
      },
    };
    const [quality] = await measureEngines([reversed], english, queries);
    // Ranks 1, 2 and 4. The refused query would have rank 3.
    expect(quality).toMatchObject({ recall: 3 / 4, reciprocalRank: (1 + 1 / 2 + 1 / 4) / 4, refused: 1 });
  });

  it("keeps the queries, and refuses other pages", () => {
    const file = join(temporaryPath(), "queries.json");
    expect(frozenQueries(file, collections)).toEqual(queries);
    expect(frozenQueries(file, collections)).toEqual(queries);
    expect(() => frozenQueries(file, collections.slice(1))).toThrow(PagesChangedError);
  });

  it("reads the language and title of pages outside of a folder of a language", () => {
    const folder = temporaryPath();
    mkdirSync(join(folder, "site"));
    writeFileSync(join(folder, "site", "a.html"), '<html lang="de-AT"><body><h1>Über uns</h1><p>Text</p>');
    writeFileSync(join(folder, "site", "opening-hours.html"), "<p>From nine</p>");
    expect(readPages(folder).map(({ language, title }) => [language, title])).toEqual([
      ["de", "Über uns"],
      ["en", "opening hours"],
    ]);
  });
});
