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

  it("suggest a name once", async () => {
    await api.posts.create("pages", {
      name: "Is there a cat?",
      html: `${other}<h2 id="cat">Is there a cat?</h2><p>No.</p>`,
    });
    const { suggestions } = await read<SearchSuggestions>("pages/suggest", { q: "is there a cat" });
    expect(suggestions.map(({ text }) => text)).toEqual(["Is there a cat?"]);
  });
});
