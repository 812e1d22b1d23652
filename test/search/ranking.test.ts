import { describe, expect, it } from "vitest";
import { createPublicApi, type SearchContext, type SearchResults } from "../../lib/mod.ts";
import { parseQuery } from "../../lib/search/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";

type Post = readonly [name: string, html: string];

/** Opens a site with posts. Returns a function that reads a path of it. */
async function openSite(
  posts: readonly Post[],
  options: Omit<Parameters<typeof createPublicApi>[0], "storage"> = {},
): Promise<<Body = SearchResults>(path: string, q: string) => Promise<Body>> {
  const api = createPublicApi({ storage: memoryDriver(), ...options });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  for (const [name, html] of posts) await api.posts.create("acme", { name, html });
  return async <Body>(path: string, q: string) => {
    const url = `http://localhost/api/public/v1/${path}/acme?${new URLSearchParams({ q })}`;
    return (await (await api.fetch(new Request(url))).json()) as Body;
  };
}

const namesOf = ({ results }: SearchResults): string[] => results.map(({ name }) => name);

describe("a page whose title is the query", () => {
  it.each([
    ["theme", "Theme", "Theme colors", "theme ".repeat(60)],
    ["list posts", "List posts", "List posts by tag", "list posts ".repeat(60)],
    ["visit us", "Visit us", "Why to visit us in summer", "visit us ".repeat(60)],
  ])("is first for %s", async (q, name, longer, text) => {
    const read = await openSite([
      [longer, `<h2>${q}</h2><p>${text}</p>`],
      ["Other", `<p>${text}</p>`],
      [name, `<p>${"something else entirely ".repeat(100)}</p>`],
    ]);
    expect(namesOf(await read("search", `${q} `))[0]).toBe(name);
  });
});

describe("words near each other in the order of the query", () => {
  it.each([
    ["in a row", "cancel order", "cancel order one two three", "order cancel one two three"],
    [
      "with words between",
      "cancel order",
      "cancel the whole order one",
      "cancel one two three the whole long order",
    ],
    [
      "beside one that is missing",
      "cancel my order",
      "cancel this order one two",
      "order this cancel one two",
    ],
  ])("raise the score: %s", async (_, q, near, far) => {
    const read = await openSite([
      ["Far", `<p>${far}</p>`],
      ["Near", `<p>${near}</p>`],
    ]);
    expect(namesOf(await read("search", `${q} `))).toEqual(["Near", "Far"]);
  });

  it("does not count across passages", async () => {
    const read = await openSite([
      ["One", "<h2>Stop</h2><p>cancel</p><h2>Buy</h2><p>order</p>"],
      ["Two", "<h2>Stop</h2><p>order</p><h2>Buy</h2><p>cancel</p>"],
    ]);
    const { results } = await read("search", "cancel order ");
    expect(results[0]?.score).toBe(results[1]?.score);
  });
});

describe("words that are typed together", () => {
  it.each([
    "json_each",
    "sys.path",
    "UV_INDEX_URL",
    "10.0.0.1",
    "v2.10",
    "@scope/pkg",
    "--no-cache",
    "std::vector",
    "a/b",
    "l'heure",
  ])("come first where they follow each other: %s", async (q) => {
    const [first = "", ...others] = q.match(/[a-z0-9]+/gi) ?? [];
    const apart = [...others.toReversed(), first].join(" and more of them ");
    const read = await openSite([
      ["Apart", `<p>${apart} and so on, and so on.</p>`.repeat(3)],
      ["Together", `<p>The words ${q} and ${"then more of them ".repeat(9)}</p>`],
    ]);
    expect(namesOf(await read("search", `${q} `))).toEqual(["Together", "Apart"]);
  });

  it("need not follow each other, and keep the share", async () => {
    const read = await openSite([["Apart", "<p>each of the json</p>"]]);
    expect((await read("search", "json_each ")).results).toMatchObject([{ name: "Apart", share: 1 }]);
  });

  it("are no phrase in scripts without spaces", () => {
    expect(parseQuery("怎么监听数据变化").identifiers).toEqual([]);
    expect(parseQuery("useEffect hook").identifiers).toEqual([]);
    expect(parseQuery("node.js sys.path").identifiers).toHaveLength(2);
  });
});

const sites: readonly Post[] = [
  ["Effects", "<p>how do I run an effect twice</p>"],
  ["Subscriptions", "<p>how do I read a store</p>"],
  ["State", "<p>how do I keep my state</p>"],
];

/** The same with so much text that it would have usual words. */
const largeSites: readonly Post[] = [
  ...sites,
  ["Other", `<p>${"usual text of other things ".repeat(5000)}</p>`],
];

describe("names with signs", () => {
  it.each([
    ["C++", "C"],
    ["C#", "C"],
    ["C#", "C++"],
    ["F#", "F"],
    ["c++", "C#"],
    ["Notepad++", "Notepad"],
    [".env", "env"],
    [".NET", "net"],
    [".gitignore", "gitignore"],
  ])("come first for %s, not %s", async (q, other) => {
    const read = await openSite([
      [`Learn ${other}`, `<p>${`Learn ${other} here. `.repeat(9)}</p>`],
      ["A course", `<p>The first of ten lessons is about ${q}.</p>`],
    ]);
    expect(namesOf(await read("search", q))[0]).toBe("A course");
    expect(namesOf(await read("search", `${q} `))[0]).toBe("A course");
  });

  it("are found without the signs, too, and highlighted with them", async () => {
    const read = await openSite([["A course", "<p>About C++ only.</p>"]]);
    expect(namesOf(await read("search", "c "))).toEqual(["A course"]);
    const { results } = await read("search", "c++ ");
    const [{ passage } = { passage: { text: "", highlights: [] } }] = results;
    expect(passage.highlights.map(({ start, end }) => passage.text.slice(start, end)).join("")).toBe("C++");
  });
});

describe("the share of a query", () => {
  it("is 1 with all words, and counts words that no text has", async () => {
    const read = await openSite(largeSites);
    expect((await read("search", "effect twice ")).results[0]?.share).toBe(1);
    const { results } = await read("search", "effect bluetooth ");
    expect(results[0]?.share).toBeGreaterThan(0.3);
    expect(results[0]?.share).toBeLessThan(0.6);
  });

  it("below the option is no good match, and its context is empty", async () => {
    const read = await openSite(largeSites);
    const q = "how do I connect a bluetooth printer ";
    const found = await read("search", q);
    expect(found).toMatchObject({ noGoodMatch: true });
    expect(found.results.length).toBeGreaterThan(0);
    expect(await read<SearchContext>("context", q)).toEqual({
      passages: [],
      tokens: 0,
      noGoodMatch: true,
      reason: expect.stringMatching(
        /^No text has "connect", "bluetooth", or "printer": .*a good match has 48%\.$/,
      ),
    });
  });

  it("hardly counts words that no text has if there is little text", async () => {
    const read = await openSite(sites);
    const q = "where should we run an effect ";
    expect(await read("search", q)).not.toHaveProperty("noGoodMatch");
    expect((await read<SearchContext>("context", q)).passages).not.toEqual([]);
  });

  it("is a good match with 0 as the option", async () => {
    const read = await openSite(sites, { search: { leastShare: 0 } });
    const q = "how do I connect a bluetooth printer ";
    expect(await read("search", q)).not.toHaveProperty("noGoodMatch");
    expect((await read<SearchContext>("context", q)).passages).not.toEqual([]);
  });

  it("is a good match if most of the query is found", async () => {
    const read = await openSite(sites);
    expect(await read("search", "how do I run an effect ")).not.toHaveProperty("noGoodMatch");
  });

  it.each([-0.1, 1.1, Number.NaN, "0.5"])("must not have the option %s", (leastShare) => {
    const options = { storage: memoryDriver(), search: { leastShare: leastShare as number } };
    expect(() => createPublicApi(options)).toThrow("search.leastShare must be a number from 0 to 1");
  });
});
