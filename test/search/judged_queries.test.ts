import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bootstrap } from "../../bench/search_quality/bootstrap.ts";
import { testContexts } from "../../bench/search_quality/context_test.ts";
import {
  fullGrade,
  type JudgedQuery,
  queryKinds,
  readQueries,
} from "../../bench/search_quality/judged_query.ts";
import { comesBack, testKeystrokes } from "../../bench/search_quality/keystroke_test.ts";
import { measureQueries } from "../../bench/search_quality/measure_queries.ts";
import { ndcg } from "../../bench/search_quality/ndcg.ts";
import { openPostern } from "../../bench/search_quality/open_postern.ts";
import { missingSites, readSite } from "../../bench/search_quality/read_site.ts";
import { reportJudged } from "../../bench/search_quality/report_judged.ts";
import type { SearchDocument } from "../../bench/search_quality/search_document.ts";
import { type Site, sites } from "../../bench/search_quality/sites.ts";
import { testTitles } from "../../bench/search_quality/title_test.ts";
import { temporaryDirectory } from "../temporary_directory.ts";

const { path: directory, remove } = temporaryDirectory();
const repository = "acme/library";
const clone = join(directory, repository);
let commit = "";

function git(...args: string[]): string {
  const author = ["-c", "user.name=Ada", "-c", "user.email=ada@acme.example"];
  return execFileSync("git", ["-C", clone, ...author, ...args], { encoding: "utf8" }).trim();
}

function siteOf(language: string): Site {
  return { name: `library_${language}`, language, repository, commit, folder: language };
}

beforeAll(() => {
  mkdirSync(clone, { recursive: true });
  cpSync("test/fixtures/judged_site", clone, { recursive: true });
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "Add the pages");
  commit = git("rev-parse", "HEAD");
});
afterAll(remove);

function judged(
  query: string,
  grades: Record<string, number>,
  kind: JudgedQuery["kind"] = "question",
): JudgedQuery {
  return { query, kind, half: "tune", grades: new Map(Object.entries(grades)) };
}

function page(id: string, title: string): SearchDocument {
  return { id, title, text: title, html: `<p>${title}</p>` };
}

const queries: Record<string, JudgedQuery[]> = {
  en: [
    judged("when does the library open", { "en/opening-hours.md": 3 }),
    judged(
      "library card",
      { "en/library-card.md": 3, "en/borrow-books.md": 1, "en/children.md": 1 },
      "words",
    ),
    judged("renew_loan", { "en/borrow-books.md": 3 }, "identifier"),
    judged("childern", { "en/children.md": 3 }, "typo"),
  ],
  de: [
    judged("Ist die Bücherei am Sonntag geöffnet", { "de/oeffnungszeiten.md": 3 }),
    judged("ausgeliehene Bücher", { "de/ausleihe.md": 3, "de/oeffnungszeiten.md": 1 }, "inflected"),
  ],
  ja: [
    judged("図書館が開いている時間", { "ja/kaikan.md": 3 }),
    judged("本を延長する", { "ja/kashidashi.md": 3 }),
  ],
};

describe("the pages of a site", () => {
  it("are read from the commit, with their titles", () => {
    const read = readSite(directory, siteOf("en"));
    expect(read.map(({ id, title }) => [id, title])).toEqual([
      ["en/borrow-books.md", "Borrow books"],
      ["en/children.md", "Children"],
      ["en/library-card.md", "Library card"],
      ["en/opening-hours.md", "Opening hours"],
    ]);
    expect(read[2]).toMatchObject({ description: "Everybody who lives in the town gets a card for free." });
  });

  it("are named with a command if they are missing", () => {
    const unknown = "0".repeat(40);
    expect(
      missingSites(directory, [
        siteOf("en"),
        { ...siteOf("de"), repository: "acme/museum" },
        { ...siteOf("de"), commit: unknown },
      ]),
    ).toEqual([
      `git clone https://github.com/acme/museum ${join(directory, "acme/museum")}`,
      `git -C ${clone} fetch origin ${unknown}`,
    ]);
  });
});

describe("the judged queries", () => {
  const all = sites.map((site) => ({ site, own: readQueries(site) }));

  it("cover six sites and five languages", () => {
    expect(sites.length).toBeGreaterThanOrEqual(6);
    expect(new Set(sites.map(({ language }) => language)).size).toBeGreaterThanOrEqual(5);
    expect(all.flatMap(({ own }) => own).length).toBeGreaterThanOrEqual(80);
  });

  it.each(all)("of $site.name have kinds, halves and grades of pages", ({ site, own }) => {
    expect(new Set(own.map(({ query }) => query)).size).toBe(own.length);
    const isPage = (path: string): boolean => path.startsWith(`${site.folder}/`) && /\.mdx?$/.test(path);
    const wrong = own.filter(({ kind, half, grades }) => {
      const values = [...grades.values()];
      const hasAnswer = kind === "question" ? values.includes(fullGrade) : grades.size > 0;
      const isKnown = queryKinds.includes(kind) && ["tune", "held-out"].includes(half);
      const isGraded =
        values.every((grade) => [0, 1, 2, 3].includes(grade)) && [...grades.keys()].every(isPage);
      return !isKnown || !isGraded || hasAnswer === (kind === "no-answer");
    });
    expect(wrong).toEqual([]);
  });
});

describe("nDCG@5", () => {
  const grades = new Map([
    ["a", 3],
    ["b", 2],
    ["c", 0],
  ]);
  it.each([
    ["the best order", ["a", "b"], 1],
    ["the reverse order", ["b", "a"], (3 + 7 / Math.log2(3)) / (7 + 3 / Math.log2(3))],
    ["a page that nobody has judged", ["x", "a"], 7 / Math.log2(3) / (7 + 3 / Math.log2(3))],
    ["a page after the fifth result", ["c", "x", "y", "z", "w", "a"], 0],
    ["no result", [], 0],
  ])("of %s", (_name, ids, wanted) => {
    expect(ndcg(ids, grades)).toBeCloseTo(wanted, 10);
  });

  it("has an interval that is always the same", () => {
    const values = [0, 1, 1, 0, 1, 0, 1, 1];
    const estimate = bootstrap(values);
    expect(estimate).toEqual(bootstrap(values));
    expect(estimate.mean).toBe(5 / 8);
    expect(estimate.low).toBeLessThan(5 / 8);
    expect(estimate.high).toBeGreaterThan(5 / 8);
    expect(bootstrap([0.5, 0.5])).toEqual({ mean: 0.5, low: 0.5, high: 0.5 });
  });
});

describe("a title that is searched", () => {
  it("counts as first if any page with the title is first", async () => {
    const pages = [
      page("a", "Setup"),
      page("b", "setup"),
      page("c", "Guide"),
      page("d", "Set up it"),
      page("e", "Two words"),
    ];
    const answers: Record<string, string> = { Setup: "b", Guide: "a", "Set up it": "d" };
    const tests = await testTitles(pages, "en", async (query) => [answers[query] ?? ""]);
    expect(tests).toEqual([
      { words: 1, titles: 2, first: 1, missed: ["Guide"] },
      { words: 3, titles: 1, first: 1, missed: [] },
    ]);
  });

  it("has the words of its language", async () => {
    const pages = [page("a", "図書館"), page("b", "本の貸し出し")];
    const tests = await testTitles(pages, "ja", async () => ["a"]);
    expect(tests.map(({ titles, first }) => [titles, first])).toEqual([
      [1, 1],
      [1, 0],
    ]);
  });
});

describe("a title that is typed", () => {
  it.each([
    [[true, true], false],
    [[false, true, true, false], false],
    [[true, false, true], true],
    [[false, true, false, false, true], true],
    [[false, false], false],
    [[], false],
  ])("is lost in %j: %s", (shown, wanted) => {
    expect(comesBack(shown)).toBe(wanted);
  });

  it("is compared from the third letter on", async () => {
    const lists: Record<string, string[]> = { ope: ["a", "b"], open: ["b"], openi: ["a"], openin: ["a"] };
    const typed: string[] = [];
    const test = await testKeystrokes([page("a", "openin"), page("b", "four")], 5, async (text) => {
      typed.push(text);
      return lists[text] ?? [];
    });
    expect(typed).toEqual(["ope", "open", "openi", "openin"]);
    expect(test).toEqual({ titles: 1, lost: ["openin"], flickers: ["openin"], blank: [], letters: 3 });
  });
});

describe("Postern", () => {
  it.each(["en", "de", "ja"])("finds the pages of a small site in %s", async (language) => {
    const postern = await openPostern(readSite(directory, siteOf(language)), language);
    const own = queries[language] ?? [];
    const scores = await measureQueries(own, { engine: "Postern", site: "library", language }, (query) =>
      postern.search(query, 10),
    );
    expect(scores.filter(({ score }) => score < 0.9)).toEqual([]);
    const contexts = await testContexts(own, language, postern.context);
    expect(contexts.map(({ answers }) => answers)).toEqual(contexts.map(() => true));
    expect(contexts.every(({ tokens }) => tokens > 0)).toBe(true);
  });

  it("is reported beside the other engines", async () => {
    const own = queries["en"] ?? [];
    const of = { site: "library", language: "en" };
    const right = (query: string): Promise<string[]> => {
      const { grades } = own.find((one) => one.query === query) ?? {};
      return Promise.resolve([...(grades?.keys() ?? [])]);
    };
    const scores = [
      ...(await measureQueries(own, { engine: "Postern", ...of }, right)),
      ...(await measureQueries(own, { engine: "Broken", ...of }, () =>
        Promise.reject(new Error("Cannot search")),
      )),
    ];
    const keystrokes = { titles: 4, lost: ["a"], flickers: ["a"], blank: [], letters: 5 };
    const report = reportJudged(scores, [
      {
        ...of,
        pages: 4,
        titles: [
          { words: 1, titles: 4, first: 3, missed: ["Guide"] },
          { words: 3, titles: 0, first: 0, missed: [] },
        ],
        keystrokes: { search: keystrokes, suggest: keystrokes },
        contexts: [
          { query: "q", half: "tune", language: "en", hasAnswer: true, answers: true, tokens: 900, pages: 2 },
          { query: "n", half: "tune", language: "en", hasAnswer: false, answers: false, tokens: 0, pages: 0 },
        ],
        noAnswer: { queries: 1, refused: 1 },
      },
    ]);
    for (const line of [
      "| en | 4 | 1.000 (1.00–1.00) | 0.000 (0.00–0.00) |",
      "- Postern minus Broken: 1.000 (1.000 to 1.000). 0 results of Broken are not judged.",
      "| library (en) | 4 | 75.0% of 4 |  |",
      "| /suggest | 4 | 1 | 1 | 0 | 5.0 |",
      "| all | 100.0% of 1 | 900 | 2.0 | 100.0% of 1 |",
      "`/search` has no good match for 1 of 1 queries without an answer.",
    ]) {
      expect(report.split("\n")).toContain(line);
    }
  });
});
