import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ContentSource, createPublicApi, type PublicApi, type SearchResults } from "../../lib/mod.ts";
import { hostOrganization } from "../host_organization.ts";
import { ManualClock } from "../manual_clock.ts";
import { searchStorages } from "./_search_storages.ts";

type Row = Awaited<ReturnType<ContentSource["listPosts"]>>["posts"][number];

const nul = "be\0fore";

/** Fields of a host's post. */
const fields: [name: string, Partial<Row>][] = [
  ["version", { version: nul }],
  ["name", { name: `unicorn ${nul}` }],
  ["description", { description: nul }],
  ["html", { html: `<h2 id="${nul}">unicorn?</h2><p>${nul} unicorn</p>` }],
  ["tags", { tags: [nul] }],
  ["author", { author: nul }],
  ["authors", { authors: [nul] }],
  ["articleSection", { articleSection: nul }],
  ["inLanguage", { inLanguage: `de-${nul}` }],
];

/** Parameters of a query. */
const parameters: [name: string, value: string][] = [
  ["q", `unicorn ${nul}`],
  ["q", `"unicorn\0here" -"${nul}"`],
  ["section", nul],
  ["tag", nul],
  ["lang", "de\0"],
];

describe.each(searchStorages)("the character NUL over %s", (_, open) => {
  let close: () => unknown = () => undefined;
  let start: (content: Partial<ContentSource>) => PublicApi;
  let post: Partial<Row> = {};
  const source: ContentSource = {
    findOrganization: (slug) => ({ ...hostOrganization, slug }),
    getPost: () => row(),
    listPosts: async () => ({ posts: [row()], next: null }),
  };
  const row = (): Row => ({ id: 1, slug: "a", name: "unicorn", html: "<p>unicorn</p>", ...post });

  beforeAll(async () => {
    const clock = new ManualClock();
    const { storage, ...opened } = await open(clock);
    close = opened.close;
    start = (content) => createPublicApi({ storage, clock, content: { ...source, ...content } });
  });
  afterAll(async () => {
    await close();
  });

  async function search(api: PublicApi, slug: string, query: Record<string, string>): Promise<Response> {
    const url = `http://localhost/api/public/v1/search/${slug}?${new URLSearchParams(query)}`;
    return api.fetch(new Request(url));
  }

  it.each(fields)("in the %s of a post hides no post", async (name, field) => {
    post = field;
    const api = start({ findOrganization: (slug) => ({ ...hostOrganization, id: `of-${name}`, slug }) });
    const response = await search(api, "acme", { q: "unicorn" });
    expect(response.status).toBe(200);
    const { results } = (await response.json()) as SearchResults;
    expect(results.map(({ type }) => type)).toContain("post");
  });

  it("in the slug of a post, which no address can have, fails no search", async () => {
    post = { slug: nul };
    const api = start({ findOrganization: (slug) => ({ ...hostOrganization, id: "of-slug", slug }) });
    expect((await search(api, "acme", { q: "unicorn" })).status).toBe(200);
  });

  it.each([
    ["revision", { revision: () => nul }],
    [
      "synonyms",
      { findOrganization: () => ({ ...hostOrganization, id: "syn", synonyms: [["unicorn", nul]] }) },
    ],
    ["language", { findOrganization: () => ({ ...hostOrganization, id: "lang", language: `de-${nul}` }) }],
    ["id", { findOrganization: () => ({ ...hostOrganization, id: nul }) }],
  ] satisfies [string, Partial<ContentSource>][])(
    "in the %s of a source hides no post",
    async (_name, content) => {
      post = {};
      const response = await search(start(content), "acme", { q: "unicorn" });
      expect(response.status).toBe(200);
      expect(((await response.json()) as SearchResults).results).toHaveLength(1);
    },
  );

  it.each(parameters)("in the parameter %s is an empty result or a 400: %j", async (name, value) => {
    post = {};
    const response = await search(start({}), "acme", { q: "unicorn", [name]: value });
    expect([200, 400]).toContain(response.status);
  });
});
