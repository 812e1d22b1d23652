import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createPublicApi,
  type PublicApi,
  type SearchResults,
  type SearchSuggestions,
} from "../../lib/mod.ts";
import { ManualClock } from "../manual_clock.ts";
import type { OpenStorage } from "../api/world.ts";
import { memoryDriver as slowMemory } from "../slow_memory.ts";
import { searchStorages } from "./_search_storages.ts";

const filler = "Something else entirely is written here, and nothing of it is asked. ".repeat(20);
const other = `<h2>Other</h2><p>${filler}</p>`;

interface Case {
  name: string;
  html: string;
  q: string;
  /** Results as type and fragment, the best first. */
  results: string[];
  description?: string;
}

const cases: Record<string, Case> = {
  "a section that is an entry": {
    name: "Visit us",
    html: `${other}<h2 id="hours">When is the museum open?</h2><p>From nine to five.</p>`,
    q: "museum open",
    results: ["faq hours"],
  },
  "a post whose title is the query": {
    name: "Parking",
    html: `${other}<h2 id="cars">Where can I park?</h2><p>The parking is behind the house.</p>`,
    q: "parking",
    results: ["post cars"],
  },
  "a post that fits in another section": {
    name: "Tickets",
    html: `<h2 id="prices">Prices of a voucher</h2><p>A voucher costs five. Voucher, voucher, voucher.</p><h2 id="gift">Is it a gift?</h2><p>Yes: take a voucher.</p>`,
    q: "voucher",
    results: ["post prices", "faq gift"],
  },
  "a post whose whole content is an entry": {
    name: "Umbrellas",
    html: `<h2 id="wet">May I borrow an umbrella?</h2><p>Yes, at the desk.</p>`,
    q: "borrow",
    results: ["faq wet"],
  },
  "entries with the same heading": {
    name: "Two tours",
    html: `<h2>Short</h2><p>${filler}</p><h3 id="short">How long is it?</h3><p>Ninety minutes of castle.</p><h2>Long</h2><p>${filler}</p><h3 id="long">How long is it?</h3><p>A whole day of mountains.</p>`,
    q: "castle",
    results: ["faq short"],
  },
  "an entry outside headings": {
    name: "Lockers",
    html: `${other}<details><summary>Are there lockers of brass?</summary><p>Beside the cloakroom.</p></details>`,
    q: "cloakroom",
    results: ["faq "],
  },
};

/** Knowledge texts, each with its title, and the number of results. */
const texts: Record<string, [texts: [text: string, title?: string][], results: number]> = {
  "the same text": [[["A gondola floats."], ["A gondola floats."]], 1],
  "a text in capitals, with other marks": [[["A gondola floats."], ["> A **GONDOLA**: floats!"]], 1],
  "a text with other spaces and Unicode forms": [[["A gondola \uff26loats"], ["a\n\ngondola  floats"]], 1],
  "a text with another title": [
    [
      ["A gondola floats.", "Gondola"],
      ["A gondola floats.", "Boats"],
    ],
    1,
  ],
  "a long text in several passages": [
    [[`A gondola. ${filler.repeat(3)}`], [`a gondola, ${filler.repeat(3).replaceAll(". ", ".\n\n")}`]],
    1,
  ],
  "a longer text": [[["A gondola floats."], ["A gondola floats. Slowly."]], 2],
  "a text with another number": [[["A gondola costs 80."], ["A gondola costs 90."]], 2],
};

const openSlow: OpenStorage = async (clock) => ({ storage: slowMemory({ clock }), close: () => undefined });

async function fill(
  api: PublicApi,
  slug: string,
  posts: readonly Pick<Case, "name" | "html" | "description">[],
): Promise<void> {
  await api.organizations.create({ slug, name: slug, siteUrl: "https://acme.example" });
  for (const { name, html, description } of posts) {
    await api.posts.create(slug, { name, html, ...(description === undefined ? {} : { description }) });
  }
}

describe.each([...searchStorages, ["slow memory", openSlow] as const])("results over %s", (_, open) => {
  let api: PublicApi;
  let close: () => unknown = () => undefined;

  beforeAll(async () => {
    const clock = new ManualClock();
    const opened = await open(clock);
    close = opened.close;
    api = createPublicApi({ storage: opened.storage, clock });
    await fill(api, "acme", Object.values(cases));
    await api.organizations.update("acme", { faq: { sources: ["details"] } });
    const pairs = Array.from({ length: 20 }, (_each, at) => ({
      name: `Pair ${at}`,
      html: `${other}<h2 id="pair">Where is the compass ${"north ".repeat(at % 7)}?</h2><p>Answer ${at}.</p>`,
    }));
    const singles = Array.from({ length: 10 }, (_each, at) => ({
      name: `Single ${at}`,
      html: `<p>A compass ${"south ".repeat(at % 5)}</p>`,
    }));
    await fill(api, "pages", [...pairs, ...singles]);
    await fill(api, "paid", [
      { name: "Secret", html: cases["a section that is an entry"]?.html ?? "", description: "The museum." },
    ]);
    await api.organizations.update("paid", { paidContent: "key" });
    await api.posts.update({ organizationSlug: "paid", slug: "secret" }, { isAccessibleForFree: false });
  });
  afterAll(async () => {
    await close();
  });

  async function read<Body = SearchResults>(path: string, parameters: Record<string, string>): Promise<Body> {
    const url = `http://localhost/api/public/v1/search/${path}?${new URLSearchParams(parameters)}`;
    const response = await api.fetch(new Request(url));
    expect(response.status).toBe(200);
    return (await response.json()) as Body;
  }
  const namesOf = ({ results }: SearchResults): string[] =>
    results.map(({ type, fragment = "" }) => `${type} ${fragment}`);

  it.each(Object.entries(cases))("are one for %s", async (_name, { q, results }) => {
    expect(namesOf(await read("acme", { q }))).toEqual(results);
  });

  it("of one kind are all there", async () => {
    expect(namesOf(await read("acme", { q: "museum open", in: "posts" }))).toEqual(["post hours"]);
    expect(namesOf(await read("acme", { q: "parking", in: "faq" }))).toEqual(["faq cars"]);
  });

  it("fill pages that neither repeat nor lose one", async () => {
    const paged: SearchResults["results"][] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const page: SearchResults = await read("pages", {
        q: "compass",
        limit: "3",
        ...(cursor === "" ? {} : { cursor }),
      });
      paged.push(page.results);
      cursor = page.nextCursor;
    }
    expect(paged.map(({ length }) => length)).toEqual(Array.from({ length: 10 }, () => 3));
    const slugs = paged.flat().map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(30);
    const { results } = await read("pages", { q: "compass", limit: "50" });
    expect(results).toEqual(paged.flat());
  });

  it("of a post that is not free show its description", async () => {
    expect(namesOf(await read("paid", { q: "museum" }))).toEqual(["post "]);
  });

  describe("of the knowledge base", () => {
    let slugs = 0;
    async function fetchTexts(organizationSlug: string, path: string): Promise<unknown> {
      const { id: userId } = await api.users.create({ name: "Ada" });
      await api.users.addToOrganization(userId, { organizationSlug, role: "editor" });
      const permissions = ["posts:read" as const, "knowledge:read" as const];
      const { key } = await api.apiKeys.generate({ name: "Test", organizationSlug, userId, permissions });
      const url = `http://localhost/api/public/v1/${path}`;
      const response = await api.fetch(new Request(url, { headers: { "x-api-key": key } }));
      expect(response.status).toBe(200);
      return response.json();
    }
    /** Returns the identifiers in each page of the results of "gondola". */
    async function pagesOf(
      added: readonly (readonly [string, string?])[],
      limit: number,
    ): Promise<string[][]> {
      const slug = `texts-${slugs++}`;
      await fill(api, slug, []);
      for (const [at, [text, title]] of added.entries()) {
        const id = String(at).padStart(2, "0");
        await api.knowledgeBase.put({ organizationSlug: slug, id }, { text, ...(title && { title }) });
      }
      const pages: string[][] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const parameters = new URLSearchParams({
          q: "gondola",
          limit: String(limit),
          ...(cursor && { cursor }),
        });
        const found = await fetchTexts(slug, `knowledge-base/search?${parameters}`);
        const page = found as { results: { id: string }[]; nextCursor: string | null };
        pages.push(page.results.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      return pages;
    }

    it.each(Object.entries(texts))("count %s exactly", async (_name, [added, results]) => {
      const pages = await pagesOf(added, 50);
      expect(pages.map(({ length }) => length)).toEqual([results]);
      expect(await pagesOf(added, 1)).toEqual(pages.flat().map((id) => [id]));
    });

    it("fill pages with texts that differ", async () => {
      const added = Array.from(
        { length: 40 },
        (_each, at) => [`Gondola ${at % 7}`, `Title ${at % 3}`] as const,
      );
      const pages = await pagesOf(added, 3);
      expect(pages.map(({ length }) => length)).toEqual([3, 3, 1]);
      expect(new Set(pages.flat().map((id) => Number(id) % 7)).size).toBe(7);
    });

    it("leave room for others in a context", async () => {
      const slug = "repeated";
      await fill(api, slug, []);
      for (let at = 0; at < 60; at++) await api.knowledgeBase.add(slug, { text: "A gondola, a gondola" });
      await api.knowledgeBase.add(slug, { text: "The price of a gondola is eighty, and it seats six." });
      const found = await fetchTexts(slug, "context/repeated?q=gondola&in=knowledge");
      const { passages } = found as { passages: { text: string }[] };
      expect(passages.map(({ text }) => text.length)).toEqual([20, 51]);
    });
  });

  it("suggest a name once", async () => {
    await api.posts.create("pages", {
      name: "Is there a cat?",
      html: `${other}<h2 id="cat">Is there a cat?</h2><p>No.</p>`,
    });
    const { suggestions } = await read<SearchSuggestions>("pages/suggest", { q: "is there a cat" });
    expect(suggestions.map(({ text }) => text)).toEqual(["Is there a cat?"]);
  });
});
