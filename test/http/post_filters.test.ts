import { describe, expect, it } from "vitest";
import { createClient } from "../../lib/api/client/mod.ts";
import {
  type ContentSource,
  createPublicApi,
  type Post,
  type PostPage,
  type PostQuery,
  type PublicApi,
} from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { hostOrganization } from "../host_organization.ts";
import { ManualClock } from "../manual_clock.ts";

const html = "<p>Word</p><h2>Is it a word?</h2><p>It is a word.</p>";
const rows = [
  { slug: "a", inLanguage: "en", tags: ["x"] },
  { slug: "b", inLanguage: "en-GB", tags: ["x", "y, z"] },
  { slug: "c", inLanguage: "de-AT", tags: ["y, z"] },
  { slug: "d", inLanguage: "de", tags: [] },
  // The language of the organization.
  { slug: "e", tags: ["w"] },
].map((row, index) => ({
  ...row,
  id: index + 1,
  name: `Word ${row.slug}`,
  // Equal passages are in a context once.
  html: html.replaceAll("<p>", `<p>${row.slug} `),
  createdAt: Date.UTC(2026, 0, index + 1),
}));

const sortedRows: readonly Post[] = rows.toReversed();

/** A source that knows only the filters of earlier versions, and compares languages exactly. */
class EarlierSource implements ContentSource {
  readonly queries: PostQuery[] = [];
  findOrganization(): typeof hostOrganization {
    return { ...hostOrganization, feeds: true };
  }
  getPost(_organizationSlug: string, slug: string): Post | null {
    return sortedRows.find((post) => post.slug === slug) ?? null;
  }
  async listPosts(_organizationSlug: string, query: PostQuery): Promise<PostPage> {
    this.queries.push(query);
    const { language, tag, limit, after = "0" } = query;
    const found = sortedRows.filter(
      (post) =>
        (language === undefined || post.inLanguage === language) &&
        (tag === undefined || (post.tags ?? []).includes(tag)),
    );
    const end = Number(after) + limit;
    return { posts: found.slice(Number(after), end), next: end < found.length ? String(end) : null };
  }
  async countPosts(organizationSlug: string, filter: Partial<PostQuery>): Promise<{ count: number }> {
    const query = { ...filter, sort: "name", limit: 100 } as const;
    return { count: (await this.listPosts(organizationSlug, query)).posts.length };
  }
}

/** A source that knows `language` and applies it. */
class LanguageSource extends EarlierSource {
  readonly filters = ["language"] as const;
  override async listPosts(organizationSlug: string, { language, ...query }: PostQuery): Promise<PostPage> {
    const page = await super.listPosts(organizationSlug, query);
    this.queries.push({ ...query, ...(language !== undefined && { language }) });
    const isIn = ({ inLanguage = "en-US" }: Post): boolean =>
      language === undefined || `${inLanguage}-`.startsWith(`${language}-`);
    return { ...page, posts: page.posts.filter(isIn) };
  }
}

async function openStored(): Promise<PublicApi> {
  const clock = new ManualClock();
  const api = createPublicApi({ storage: memoryDriver({ clock }), clock, adminApi: true });
  await api.organizations.create({
    slug: "acme",
    name: "Acme",
    siteUrl: "https://acme.example",
    feeds: true,
  });
  for (const { id: _id, ...row } of rows) await api.posts.create("acme", row);
  return api;
}

const openHost = (content: ContentSource): PublicApi =>
  createPublicApi({ storage: memoryDriver(), clock: new ManualClock(), content });

const opened: [string, () => Promise<PublicApi>][] = [
  ["the store", openStored],
  ["a source of an earlier version", async () => openHost(new EarlierSource())],
  ["a source that filters languages", async () => openHost(new LanguageSource())],
];

const get = async (api: PublicApi, path: string): Promise<Response> =>
  api.fetch(new Request(`http://localhost/api/public/v1/${path}`));

type Slugs = { slug: string }[];

/** The fields of the responses of all surfaces. */
interface Body {
  posts: Slugs;
  faqEntries: { post: { slug: string } }[];
  results: Slugs;
  suggestions: Slugs;
  passages: Slugs;
  items: { url: string }[];
  nextCursor?: string | null;
}

/** Returns the slugs on all pages of a list. */
async function pages(api: PublicApi, path: string, slugsOf: (body: Body) => string[]): Promise<string[]> {
  const slugs: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const response = await get(api, `${path}${cursor === "" ? "" : `&cursor=${cursor}`}`);
    expect([path, response.status]).toEqual([path, 200]);
    const body = (await response.json()) as Body;
    slugs.push(...slugsOf(body));
    cursor = body.nextCursor ?? null;
  }
  return [...new Set(slugs)].toSorted();
}

/** The endpoints that filter posts. Each returns the slugs of the posts that a query finds. */
const surfaces: Record<string, (api: PublicApi, query: string) => Promise<string[]>> = {
  list: (api, query) =>
    pages(api, `post/acme?limit=2&${query}`, ({ posts }) => posts.map(({ slug }) => slug)),
  faq: (api, query) =>
    pages(api, `faq/acme?limit=2&${query}`, ({ faqEntries }) => faqEntries.map(({ post }) => post.slug)),
  search: (api, query) =>
    pages(api, `search/acme?q=word&${query}`, ({ results }) => results.map(({ slug }) => slug)),
  suggest: (api, query) =>
    pages(api, `search/acme/suggest?q=word&${query}`, ({ suggestions }) =>
      suggestions.map(({ slug }) => slug),
    ),
  context: (api, query) =>
    pages(api, `context/acme?q=word&${query}`, ({ passages }) => passages.map(({ slug }) => slug)),
  feed: (api, query) =>
    pages(api, `feed/acme/feed.json?${query}`, ({ items }) => items.map(({ url }) => url.slice(-1))),
};

const queries: [query: string, slugs: string][] = [
  ["", "abcde"],
  ["language=en", "abe"],
  ["language=EN-gb", "b"],
  ["language=de", "cd"],
  ["language=fr", ""],
  ["tag=x", "ab"],
  ["tag=x&tag=y%2C+z", "abc"],
  ["tag=x&tag=missing", "ab"],
  ["tag=missing", ""],
  ["notTag=x", "cde"],
  ["notTag=x&notTag=w", "cd"],
  ["tag=x&tag=y%2C+z&notTag=x", "c"],
  ["language=de&notTag=x&tag=y%2C+z", "c"],
];

describe.each(opened)("filters of posts of %s", (_name, open) => {
  it.each(Object.entries(surfaces))("find the same posts on every surface: %s", async (_surface, find) => {
    const api = await open();
    for (const [query, slugs] of queries) {
      expect([query, await find(api, query)]).toEqual([query, slugs.split("")]);
    }
  });

  it("count the posts that they find", async () => {
    const api = await open();
    for (const [query, slugs] of queries) {
      const body: unknown = await (await get(api, `post/acme?total=true&${query}`)).json();
      expect([query, body]).toEqual([query, expect.objectContaining({ total: slugs.length })]);
    }
  });

  it("are sent by the client", async () => {
    const client = createClient({
      baseUrl: "http://localhost",
      organizationSlug: "acme",
      fetch: (await open()).fetch,
    });
    const query = { language: "en", tag: ["x", "y, z"], notTag: "missing" };
    const { data } = await client.listPosts({ ...query, sort: "name" });
    expect(data.posts.map(({ slug }) => slug).toSorted()).toEqual(["a", "b"]);
  });
});

describe("a filter", () => {
  const bad = ["language=en_US", "language=", "language=e", "tag=", "tag=x&tag=", "notTag=", "section="];
  const paths = [
    "post/acme?",
    "faq/acme?",
    "search/acme?q=word&",
    "search/acme/suggest?q=word&",
    "context/acme?q=word&",
    "feed/acme/rss.xml?",
  ];

  it.each(paths)("that can find nothing is refused, and named: %s", async (path) => {
    const api = await openStored();
    for (const query of bad) {
      const response = await get(api, path + query);
      const name = query.slice(0, query.indexOf("="));
      expect([query, response.status, await response.json()]).toEqual([
        query,
        400,
        expect.objectContaining({ detail: expect.stringContaining(`The query parameter ${name} must`) }),
      ]);
    }
  });

  it("has at most 20 tags", async () => {
    const api = await openStored();
    const tags = (count: number): string =>
      Array.from({ length: count }, (_, index) => `tag=${index}`).join("&");
    expect((await get(api, `post/acme?${tags(20)}`)).status).toBe(200);
    const refused = await get(api, `post/acme?${tags(21)}`);
    expect(await refused.json()).toMatchObject({ detail: expect.stringContaining("at most 20 times") });
  });

  it("reaches a source only if the source knows it", async () => {
    const [earlier, knowing] = [new EarlierSource(), new LanguageSource()];
    for (const source of [earlier, knowing])
      await get(openHost(source), "post/acme?language=de&tag=x&notTag=y");
    expect(earlier.queries[0]).toEqual({ sort: "-createdAt", limit: 50, tag: "x" });
    expect(knowing.queries.at(-1)).toEqual({ sort: "-createdAt", limit: 50, tag: "x", language: "de" });
  });

  it("that a source names and that does not exist is refused at the start", () => {
    const content = Object.assign(new EarlierSource(), { filters: ["languages"] as never });
    expect(() => openHost(content)).toThrow(/content\.filters must be a list of language, tags, notTags/);
  });

  it("leaves out the feed's own address, at which the site serves all posts", async () => {
    const api = await openStored();
    await api.organizations.update("acme", { feeds: { json: "/feed.json" } });
    const whole = await (await get(api, "feed/acme/feed.json")).text();
    const filtered = await (await get(api, "feed/acme/feed.json?tag=x")).text();
    expect([whole, filtered].map((feed) => feed.includes("feed_url"))).toEqual([true, false]);
  });
});
