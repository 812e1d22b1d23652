import { beforeEach, expect, it } from "vitest";
import type { ContentSource, Organization, Post, PostPage, SinglePost } from "../../lib/mod.ts";
import { hostOrganization } from "../host_organization.ts";
import { entriesOf } from "./sitemaps.ts";
import { expectProblem, type OpenStorage, World } from "./world.ts";

const now = Date.UTC(2026, 5, 15, 12);
const created = "2026-01-01T00:00:00.000Z";

type Row = Post;

/** A host's database: the organization and the rows it has at the moment. */
class HostDatabase implements ContentSource {
  organization: Organization | null = hostOrganization;
  rows: Row[] = [];

  async findOrganization(slug: string): Promise<Organization | null> {
    return slug === "acme" ? this.organization : null;
  }

  async getPost(_organizationSlug: string, slug: string): Promise<Row | null> {
    return this.rows.find((row) => row.slug === slug) ?? null;
  }

  async listPosts(..._query: unknown[]): Promise<PostPage> {
    return { posts: this.rows, next: null };
  }
}

const broken: [name: string, updatedAt: unknown, lastmod: string][] = [
  ["valid text", "2026-05-01 10:00", "2026-05-01T10:00:00.000Z"],
  ["a valid Date", new Date("2026-05-01"), "2026-05-01T00:00:00.000Z"],
  ["valid milliseconds", Date.UTC(2026, 4, 1), "2026-05-01T00:00:00.000Z"],
  ["missing", undefined, created],
  ["null", null, created],
  ["empty", "", created],
  ["nonsense", "soon", created],
  ["30 February", "2026-02-30", created],
  ["MySQL's zero", "0000-00-00 00:00:00", created],
  ["future", now + 1, created],
  ["negative", -1, created],
  ["negative text", "-1", created],
  ["the epoch", 0, created],
  ["NaN", Number.NaN, created],
  ["infinite", Infinity, created],
  ["an invalid Date", new Date("nonsense"), created],
  ["a year of six digits", new Date(8.64e15), created],
  ["an object", {}, created],
  ["a boolean", true, created],
];

/** Tests the responses for posts from a host's own database, which has broken rows. */
export function describeHostContent(openStorage: OpenStorage): void {
  const host = new HostDatabase();
  beforeEach(() => {
    host.organization = hostOrganization;
    host.rows = [];
  });
  const world = World.forEachTest(openStorage, { content: host });

  const read = async (path: string): Promise<ReturnType<typeof entriesOf>> =>
    entriesOf(await (await world.get(path)).text());

  it.each(broken)("survives an updatedAt that is %s", async (_name, updatedAt, lastmod) => {
    const row = { id: 7, name: "A", slug: "a", createdAt: created, updatedAt } as Row;
    host.rows = [row];
    expect(await read("/post/acme/sitemap")).toEqual([["https://acme.example/blog/a", lastmod]]);
    expect(await read("/sitemap/acme")).toEqual([
      ["https://acme.example/", lastmod],
      ["https://acme.example/blog/a", lastmod],
    ]);
    for (const path of ["/post/acme", "/post/acme/a"]) {
      const text = await (await world.get(path)).text();
      expect(text).toContain('"slug":"a"');
      expect(text).not.toContain('"updatedAt":null');
    }
  });

  it("uses the latest valid time for the site", async () => {
    host.rows = [
      { id: 1, name: "A", slug: "a", createdAt: "2026-03-01", updatedAt: "nonsense" },
      { id: 2, name: "B", slug: "b", createdAt: "2026-01-01", updatedAt: "2026-02-01" },
      { id: 3, name: "C", slug: "c", updatedAt: now + 1 },
    ];
    const [root, ...posts] = await read("/sitemap/acme");
    expect(root).toEqual(["https://acme.example/", "2026-03-01T00:00:00.000Z"]);
    expect(posts.at(-1)).toEqual(["https://acme.example/blog/c"]);
  });

  it("fills in defaults for missing fields, and omits unknown fields", async () => {
    host.rows = [{ id: 1, name: "A", slug: "a", html: "<p>one two three</p>" }];
    const post = await world.read<SinglePost>("/post/acme/a");
    expect(post).toEqual({
      id: 1,
      name: "A",
      slug: "a",
      url: "https://acme.example/blog/a",
      wordCount: 3,
      articleSection: "Articles",
      inLanguage: "en-US",
      isAccessibleForFree: true,
      html: "<p>one two three</p>",
      faqEntries: [],
      structuredData: post.structuredData,
    });
    expect(Object.keys(post.structuredData.article)).not.toContain("datePublished");
  });

  it.each(["ja_JP", "zh-", "x", "", "not a tag"])("survives the language %j", async (inLanguage) => {
    host.rows = [{ id: 1, name: "A", slug: "a", html: "<p>言葉</p>", inLanguage }];
    expect(await world.read("/post/acme/a")).toMatchObject({ wordCount: expect.any(Number) });
  });

  it("is listed in the orders that the source states, the newest first", async () => {
    const asked: unknown[] = [];
    const listing = (sortFields?: ContentSource["sortFields"]): ContentSource => ({
      ...(sortFields && { sortFields }),
      findOrganization: (slug) => host.findOrganization(slug),
      getPost: async () => null,
      listPosts: async (_slug, { sort, after }) => {
        asked.push([sort, after]);
        return { posts: [], next: after === undefined ? "place" : null };
      },
    });
    host.organization = { ...hostOrganization, feeds: true };
    const paths = ["/post/acme", "/feed/acme/rss.xml", "/llms/acme", "/llms-full/acme", "/faq/acme"];
    const cursors: string[] = [];
    for (const [fields, newest] of [
      [undefined, "-createdAt"],
      [["createdAt", "changedAt"], "-createdAt"],
      [["createdAt", "publishedAt"], "-publishedAt"],
    ] as const) {
      await world.reopen({ content: listing(fields) });
      asked.length = 0;
      for (const path of paths) expect([path, (await world.get(path)).status]).toEqual([path, 200]);
      // Feeds and the files for language models have no next page, so they read until they are full.
      const pagesOf = (path: string): unknown[] =>
        /feed|llms/.test(path) ? [undefined, "place"] : [undefined];
      expect(asked).toEqual(paths.flatMap((path) => pagesOf(path).map((after) => [newest, after])));
      for (const field of ["publishedAt", "changedAt"] as const) {
        const isStated = fields?.some((one) => one === field) === true;
        expect((await world.get(`/post/acme?sort=${field}`)).status).toBe(isStated ? 200 : 400);
      }
      for (const path of ["/post/acme", "/faq/acme"]) {
        const { nextCursor } = await world.read<{ nextCursor: string }>(path);
        cursors.push(`${path}?cursor=${nextCursor}`);
      }
    }
    // Cursors of a source that has gained an order continue in the earlier order.
    asked.length = 0;
    for (const path of cursors) await world.read(path);
    const earlier = ["-createdAt", "place"];
    const later = ["-publishedAt", "place"];
    expect(asked).toEqual([earlier, earlier, earlier, earlier, later, later]);
  });

  it("reads pages until the last page", async () => {
    const pages = ["", "a", "b"];
    const asked: (string | undefined)[] = [];
    const content: ContentSource = {
      findOrganization: (slug) => host.findOrganization(slug),
      getPost: async () => null,
      listPosts: async (_slug, { after = "" }) => {
        asked.push(after);
        const index = pages.indexOf(after);
        const row = { id: index, name: "P", slug: `p${index}`, createdAt: created };
        return { posts: [row], next: pages[index + 1] ?? null };
      },
    };
    await world.reopen({ content });
    const xml = await (await world.get("/post/acme/sitemap")).text();
    expect(entriesOf(xml).map(([loc]) => loc.at(-1))).toEqual(["0", "1", "2"]);
    expect(asked).toEqual(pages);
  });

  it("filters by author, and counts posts, tags and authors, whatever the host's source knows", async () => {
    host.rows = [
      { id: 1, name: "A", slug: "a", author: "Ada", tags: ["x", "x"] },
      { id: 2, name: "B", slug: "b", authors: ["Bob", "Ada"] },
      { id: 3, name: "C", slug: "c" },
    ];
    const all = async (): Promise<unknown[]> => [
      await world.read("/post/acme?author=Ada&fields=slug&total=true"),
      await world.read("/tags/acme"),
      await world.read("/authors/acme"),
    ];
    const authors = [
      { name: "Ada", postCount: 2 },
      { name: "Bob", postCount: 1 },
    ];
    const tags = [{ name: "x", postCount: 1 }];
    expect(await all()).toEqual([
      { posts: [{ slug: "a" }, { slug: "b" }], nextCursor: null, total: 2 },
      { tags, nextCursor: null },
      { authors, nextCursor: null },
    ]);
    const content: ContentSource = {
      findOrganization: (slug) => host.findOrganization(slug),
      getPost: async () => null,
      listPosts: (...query) => host.listPosts(...query),
      countPosts: async (_slug, { author }) => ({ count: author === "Ada" ? 7 : 0 }),
      tallyPosts: async (_slug, field) => ({ tallies: [{ name: field, postCount: 7 }] }),
    };
    await world.reopen({ content });
    expect(await all()).toMatchObject([
      { total: 7 },
      { tags: [{ name: "tags", postCount: 7 }] },
      { authors: [{ name: "authors", postCount: 7 }] },
    ]);
  });

  it("passes filters by fields to a source that knows them, and refuses them for all others", async () => {
    const field = { name: "rating", type: "number", isFilterable: true } as const;
    host.organization = { ...hostOrganization, postFields: [field] };
    const path = "/post/acme?custom.rating=4&sort=-custom.rating";
    await expectProblem(await world.get(path), 400, "invalid-parameter");
    const asked: unknown[] = [];
    const content: ContentSource = {
      filters: ["custom"],
      findOrganization: (slug) => host.findOrganization(slug),
      getPost: async () => null,
      listPosts: async (_slug, { custom, customSort, after }) => {
        asked.push({ custom, customSort, after });
        return { posts: [], next: after === undefined ? "place" : null };
      },
    };
    await world.reopen({ content });
    const { nextCursor } = await world.read<{ nextCursor: string }>(path);
    await world.read(`${path}&cursor=${nextCursor}`);
    const query = { custom: [{ field, is: 4 }], customSort: { field, reverse: true } };
    expect(asked).toEqual([
      { ...query, after: undefined },
      { ...query, after: "place" },
    ]);
  });

  it("leaves out fields of types that it does not know", async () => {
    const known = { name: "rating", type: "number" } as const;
    const others = ["later", "constructor"].map((type) => ({ name: `of${type}`, type, shown: "list" }));
    host.organization = { ...hostOrganization, postFields: [known, ...(others as never[])] };
    const custom = { rating: 4, oflater: 1, ofconstructor: 2 };
    host.rows = [{ id: 7, name: "A", slug: "a", createdAt: created, updatedAt: created, custom }];
    expect(await world.read("/post/acme/a")).toMatchObject({ custom: { rating: 4 } });
    expect((await world.get("/post/acme?tag=x&language=en")).status).toBe(200);
    expect((await world.get("/schema/acme")).status).toBe(200);
  });

  it.each<[what: string, faqSkip: unknown, questions: string[]]>([
    ["null", null, ["Why?", "How?"]],
    ["questions beside texts that are no questions", ["", "a".repeat(501), "Why?"], ["How?"]],
    ["more questions than a post may have", Array(500).fill("Why?"), ["How?"]],
  ])("reads %s as the questions that a post leaves out", async (_what, faqSkip, questions) => {
    const html = "<h2>Why?</h2><p>So.</p><h2>How?</h2><p>Thus.</p>";
    const row = { id: 7, name: "A", slug: "a", createdAt: created, updatedAt: created, html, faqSkip };
    host.rows = [row as unknown as Row];
    const { faqEntries } = await world.read<SinglePost>("/post/acme/a");
    expect(faqEntries.map(({ question }) => question)).toEqual(questions);
  });

  it("refuses a key if its organization is deleted, or a new organization has its slug", async () => {
    const { key } = await world.createKey();
    const send = async (): Promise<Response[]> => [
      await world.get("/post/acme", key),
      await world.send("POST", "/knowledge-base", {
        headers: { "x-api-key": key, "content-type": "application/json" },
        body: '{"text":"secret"}',
      }),
    ];
    expect((await send()).map(({ status }) => status)).toEqual([200, 201]);
    for (const organization of [null, { ...hostOrganization, id: "host-2" }]) {
      host.organization = organization;
      for (const response of await send()) await expectProblem(response, 403, "wrong-organization");
    }
  });

  it("passes the key's user to the host's identity, and applies its result", async () => {
    const asked: unknown[] = [];
    let status: "active" | "disabled" = "active";
    await world.reopen({
      content: host,
      identity: {
        findMember: async (userId, organization) => {
          asked.push([userId, organization]);
          return userId === "u1" ? { status, permissions: ["posts:read"] } : null;
        },
      },
    });
    const input = { organizationSlug: "acme", name: "K" };
    const { key } = await world.api.apiKeys.generate({ ...input, userId: "u1" });
    await expect(world.api.apiKeys.generate({ ...input, userId: "u2" })).rejects.toThrow(/"u2"/);
    expect((await world.get("/post/acme", key)).status).toBe(200);
    expect(asked.at(-1)).toEqual(["u1", { id: "host-1", slug: "acme" }]);
    status = "disabled";
    await expectProblem(await world.get("/post/acme", key), 401, "inactive-user");
  });
}
