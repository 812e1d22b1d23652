import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countTokens } from "../../lib/base/text/count_tokens.ts";
import { createPublicApi } from "../../lib/mod.ts";
import { mcp } from "../../lib/api/mcp/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";

const words = "We bake bread and rolls each morning, and carry them to the shop in the street. ";
const chapters = Array.from(
  { length: 40 },
  (_item, index) => `<h2 id="c${index}">Chapter ${index}</h2><p>Recipe ${index}. ${words.repeat(20)}</p>`,
);
const bread =
  '<p>All about bread.</p><h2 id="rye">Rye <code>dark</code></h2><p>Rye needs a day.</p><pre><code># no heading\n</code></pre>' +
  "<h3>Sourdough</h3><p>Feed it daily.</p><h2>How long does it keep?</h2><p>Four days.</p><h2>Is it vegan?</h2><p>Yes.</p>";

let client: Client;
const api = createPublicApi({ storage: memoryDriver(), mcp: mcp() });

beforeAll(async () => {
  for (const slug of ["acme", "other"])
    await api.organizations.create({ slug, name: slug, siteUrl: `https://${slug}.example` });
  await api.posts.create("acme", {
    slug: "book",
    name: "The book",
    html: `<p>${words}</p>${chapters.join("")}`,
  });
  await api.posts.create("acme", { slug: "bread", name: "Bread", html: bread });
  await api.posts.create("acme", { slug: "draft", name: "Draft", html: bread, status: "draft" });
  await api.posts.create("other", { slug: "foreign", name: "Foreign", html: bread });
  for (let number = 0; number < 60; number++) {
    const description = `Note ${number}. ${words.repeat(3)}`;
    const html = `<h2>Which note is number ${number}?</h2><p>${words.repeat(6)}</p>`;
    await api.posts.create("acme", {
      slug: `note-${number}`,
      name: `Note ${number} of the bakery`,
      description,
      html,
    });
  }
  client = new Client({ name: "test", version: "1" });
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
    api.fetch(new Request(input, init));
  const url = new URL("http://localhost/api/public/v1/mcp/acme");
  await client.connect(new StreamableHTTPClientTransport(url, { fetch }));
});
afterAll(async () => client.close());

interface Called {
  isError: boolean;
  structured: Record<string, unknown>;
  text: string;
  items: number;
}

async function call(name: string, given: Record<string, unknown>): Promise<Called> {
  const { isError = false, structuredContent, content } = await client.callTool({ name, arguments: given });
  const [item] = content as { text?: string }[];
  const structured = (structuredContent ?? {}) as Record<string, unknown>;
  return { isError, structured, text: item?.text ?? "", items: content.length };
}

interface Document {
  id: string;
  title: string;
  text: string;
  url: string;
  metadata: { truncated?: boolean; remaining?: string[] };
}

const fetchOne = async (id: string): Promise<Document> =>
  (await call("fetch", { id })).structured as unknown as Document;

describe("search and fetch", () => {
  it("return the same JSON as structured content and as one text", async () => {
    for (const [name, given] of [
      ["search", { query: "bread" }],
      ["fetch", { id: "bread" }],
      ["get_context", { query: "bread" }],
    ] as const) {
      const { structured, text, items } = await call(name, given);
      expect([name, items, JSON.parse(text)]).toEqual([name, 1, structured]);
    }
  });

  it.each(["bread", "vegan", "sourdough", "chapter 7", "which note is number 3"])(
    "read each result of %s by its id",
    async (query) => {
      const { structured } = await call("search", { query, limit: 50 });
      const results = structured["results"] as { id: string; title: string; url: string; heading?: string }[];
      expect(results).not.toEqual([]);
      for (const { id, title, url } of results) {
        const found = await fetchOne(id);
        expect(found).toMatchObject({ id, text: expect.stringMatching(/\S/) });
        expect(title === "" || found.title === "").toBe(false);
        expect(found.url.split("#")[0]).toBe(url.split("#")[0]);
      }
      expect(new Set(results.map(({ id }) => id)).size).toBe(results.length);
    },
  );

  it("read the entry of a FAQ alone, with or without a fragment", async () => {
    const { structured } = await call("search", { query: "vegan", in: "faq" });
    const [{ id } = { id: "" }] = structured["results"] as { id: string }[];
    expect(await fetchOne(id)).toMatchObject({
      title: "Bread: Is it vegan?",
      text: "## Is it vegan?\n\nYes.",
    });
  });

  it("cut a long post at a heading, and name the ids of the rest", async () => {
    const { text, metadata } = await fetchOne("book");
    expect(metadata.truncated).toBe(true);
    expect(countTokens(text)).toBeLessThanOrEqual(8000);
    expect(text.endsWith("street.")).toBe(true);
    const [next = ""] = metadata.remaining ?? [];
    const number = Number(/#c(\d+)$/.exec(next)?.[1]);
    expect(text).toContain(`Recipe ${number - 1}.`);
    expect((await fetchOne(next)).text).toMatch(new RegExp(`^## Chapter ${number}\\n\\nRecipe ${number}\\.`));
  });

  it.each([
    "draft",
    "foreign",
    "../other/foreign",
    "..",
    "knowledge:x",
    "bread/faq",
    "#",
    "bread#no such section",
  ])("do not read %s", async (id) => {
    const { isError, text } = await call("fetch", { id });
    expect([isError, text]).toEqual([true, expect.stringMatching(/-not-found|slug/)]);
  });

  it("refuse an id that is empty or too long", async () => {
    for (const id of ["", "x".repeat(9000)]) expect((await call("fetch", { id })).isError).toBe(true);
  });
});

describe("get_post", () => {
  it.each([
    ["rye", "## Rye `dark`\n\nRye needs a day."],
    ["Rye dark", "## Rye `dark`\n\nRye needs a day."],
    ["SOURDOUGH", "### Sourdough\n\nFeed it daily."],
    ["How long", "## How long does it keep?\n\nFour days."],
  ])("reads the section %s", async (section, beginning) => {
    const { structured } = await call("get_post", { slug: "bread", section });
    const { markdown } = structured as { markdown: string };
    expect(markdown.startsWith(beginning)).toBe(true);
    expect(markdown.match(/^## /gm) ?? []).toHaveLength(section === "SOURDOUGH" ? 0 : 1);
  });

  it("names the sections of a post that does not have the given one", async () => {
    const { isError, text } = await call("get_post", { slug: "bread", section: "wheat" });
    expect([isError, text]).toEqual([true, expect.stringContaining('"rye", "Sourdough"')]);
  });

  it.each([100, 150, 1000])("cuts after %i tokens", async (maxTokens) => {
    const { structured } = await call("get_post", { slug: "book", maxTokens });
    const { markdown, truncated } = structured as { markdown: string; truncated: boolean };
    expect(truncated).toBe(true);
    expect(countTokens(markdown)).toBeLessThanOrEqual(maxTokens);
    expect(countTokens(markdown)).toBeGreaterThan(maxTokens / 4);
    // The front matter would be most of the text.
    expect(markdown).toMatch(/^We bake/);
  });
});

it("closes the fenced code in which it cuts", async () => {
  const code = Array.from({ length: 200 }, (_item, index) => `const value${index} = ${index};`).join("\n");
  await api.posts.create("acme", { slug: "code", name: "Code", html: `<pre><code>${code}</code></pre>` });
  const { structured } = await call("get_post", { slug: "code", maxTokens: 300 });
  const { markdown } = structured as { markdown: string };
  expect(markdown).toMatch(/const value\d+ = \d+;\n```$/);
  expect(markdown.match(/^```/gm)).toHaveLength(2);
});

describe("a page without limit", () => {
  it.each([
    ["search", { query: "bread" }, "results"],
    ["list_posts", {}, "posts"],
    ["get_faq", {}, "faqEntries"],
  ] as const)("of %s has at most 1,500 tokens, and leads to the rest", async (name, given, list) => {
    const seen: unknown[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await call(name, cursor === undefined ? given : { ...given, cursor });
      expect(countTokens(page.text)).toBeLessThanOrEqual(1500);
      seen.push(...(page.structured[list] as unknown[]));
      cursor = page.structured["nextCursor"] as string | null;
    } while (cursor !== null && seen.length < 200);
    const whole = await call(name, { ...given, limit: 50 });
    expect(seen.length).toBeGreaterThanOrEqual((whole.structured[list] as unknown[]).length);
    expect(new Set(seen.map((item) => JSON.stringify(item))).size).toBe(seen.length);
  });
});

it("counts the questions of a post that do not fit in a page", async () => {
  const questions = Array.from(
    { length: 60 },
    (_item, index) => `<h2>Is this ${index}?</h2><p>${words.repeat(6)}</p>`,
  );
  await api.posts.create("acme", { slug: "many", name: "Many", tags: ["many"], html: questions.join("") });
  const { structured, text } = await call("get_faq", { tag: "many" });
  const { faqEntries, omitted } = structured as { faqEntries: object[]; omitted: number };
  expect(countTokens(text)).toBeLessThanOrEqual(1500);
  expect([faqEntries.length > 1, faqEntries.length + omitted]).toEqual([true, 60]);
});

it("skips pages without an item", async () => {
  const empty = { html: "<p>Nothing is asked.</p>", tags: ["few"] };
  await api.posts.create("acme", { name: "Asked", html: "<h2>Why?</h2><p>So.</p>", tags: ["few"] });
  for (let number = 0; number < 25; number++)
    await api.posts.create("acme", { name: `Empty ${number}`, ...empty });
  const { structured } = await call("get_faq", { tag: "few" });
  expect(structured).toMatchObject({ faqEntries: [{ question: "Why?" }] });
});

it("gives the reason for a context without passages", async () => {
  const { structured, text } = await call("get_context", { query: "bluetooth printer" });
  const reason = 'No text fits the query, and none has "bluetooth" or "printer".';
  expect(structured).toEqual({ passages: [], tokens: 0, noGoodMatch: true, reason });
  expect(JSON.parse(text)).toEqual(structured);
  expect((await call("get_context", { query: "bread", in: ["posts", "knowledge"] })).text).toContain(
    "knowledge:read",
  );
  expect((await call("get_context", { query: "bread", in: [] })).text).toContain(
    "in: must be posts, faq or knowledge",
  );
});

it("does not promise notifications", () => {
  expect(JSON.stringify(client.getServerCapabilities())).not.toContain('"listChanged":true');
});
