import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import type { ContentSource, OrganizationRow, Post, StoredOrganization } from "../../lib/mod.ts";
import { HostTable, openHost, rowOf } from "./host_table.ts";

const minimal: OrganizationRow = { id: "1", slug: "acme", name: "Acme", siteUrl: "https://acme.example" };
const { source } = new HostTable([rowOf(1), { ...rowOf(2), isAccessibleForFree: 0 }]);

/** A row as a strict app reads it from SQLite, with the type that its library infers. */
interface SqliteRow {
  id: number;
  slug: string;
  name: string;
  html: string;
  description: string | null;
  tags: string[] | null;
  isAccessibleForFree: 0 | 1;
  createdAt: number | null;
  secret: string;
}
const sqliteRow: SqliteRow = {
  id: 1,
  slug: "hello",
  name: "Hello",
  html: "<p>Hello</p>",
  description: null,
  tags: null,
  isAccessibleForFree: 0,
  createdAt: null,
  secret: "hidden",
};
/** Row of `pg`. */
interface PgRow extends Omit<SqliteRow, "id" | "createdAt" | "isAccessibleForFree"> {
  id: string;
  createdAt: Date | null;
  isAccessibleForFree: boolean;
}

it("compiles with the rows of databases, and without promises", async () => {
  const pgRow: PgRow = { ...sqliteRow, id: "1", createdAt: null, isAccessibleForFree: false };
  const sources: ContentSource[] = [
    {
      findOrganization: (slug) => ({ id: "1", slug, name: "Acme", siteUrl: "https://acme.example" }),
      getPost: (): SqliteRow | undefined => sqliteRow,
      listPosts: () => ({ posts: [sqliteRow], next: null }),
    },
    {
      findOrganization: async (slug) => ({ id: "1", slug, name: "Acme", siteUrl: "https://acme.example" }),
      getPost: async (): Promise<PgRow | undefined> => pgRow,
      listPosts: async () => ({ posts: [pgRow], next: null }),
      countPosts: async () => ({ count: "1" }),
    },
  ];
  for (const content of sources) {
    const { posts } = (await (await openHost(content).get("/post/acme")).json()) as { posts: unknown[] };
    expect(posts).toEqual([expect.objectContaining({ id: 1, isAccessibleForFree: false })]);
  }
});

describe("an organization of a host", () => {
  it("has the defaults of organizations.create", async () => {
    const host = openHost({ ...source, findOrganization: () => minimal });
    const { organizations } = openHost(source).api;
    await organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    const { postUrlTemplate, language, section, speakable } = (await organizations.get(
      "acme",
    )) as StoredOrganization;
    const post = (await (await host.get("/post/acme/good-1")).json()) as Record<string, unknown>;
    expect(post).toMatchObject({
      url: `https://acme.example${postUrlTemplate.replace("{slug}", "good-1")}`,
      inLanguage: language,
      articleSection: section,
      structuredData: { article: { speakable: { cssSelector: speakable } } },
    });
  });

  it.each<[name: string, fields: object]>([
    [
      "null for each optional field",
      {
        postUrlTemplate: null,
        sitemapUrl: null,
        postSitemapUrl: null,
        previewUrl: null,
        language: null,
        section: null,
        speakable: null,
        description: null,
        logo: null,
        sameAs: null,
        feeds: null,
        postFields: null,
        synonyms: null,
        faq: null,
        rateLimit: null,
        updatedAt: null,
        version: null,
      },
    ],
    ["1 for true", { feeds: 1 }],
    ["digits as limit", { rateLimit: { perDay: "20" } }],
    ["a time as BigInt", { updatedAt: 1_772_438_400_000n }],
    ["other columns", { created_by: 7n, blob: Buffer.from("x") }],
    ["a slash after its site", { siteUrl: "https://acme.example/" }],
  ])("may have %s", async (_name, fields) => {
    const host = openHost({ ...source, findOrganization: () => ({ ...minimal, ...fields }) });
    for (const path of [
      "/post/acme",
      "/post/acme/good-1",
      "/organization/acme",
      "/sitemap/acme",
      "/search/acme?q=bread",
    ]) {
      expect([path, (await host.get(path)).status]).toEqual([path, 200]);
    }
    const { url } = (await (await host.get("/organization/acme")).json()) as { url: string };
    expect(url).toBe("https://acme.example");
  });

  it.each<[name: string, row: unknown, message: string]>([
    ["a number as id", { ...minimal, id: 1 }, "/id must be a string, and is 1"],
    ["no id", { ...minimal, id: undefined }, "/id is missing"],
    ["null as name", { ...minimal, name: null }, "/name must be a string, and is null"],
    [
      "a site without scheme",
      { ...minimal, siteUrl: "acme.example" },
      "/siteUrl must be an absolute http or https URL",
    ],
    [
      "a template without slug",
      { ...minimal, postUrlTemplate: "/blog" },
      "/postUrlTemplate must contain {slug}",
    ],
    [
      "JSON text as selectors",
      { ...minimal, speakable: '["h1"]' },
      '/speakable must be an array, and is "[\\"h1\\"]"',
    ],
    ["open content by null", { ...minimal, paidContent: null }, '/paidContent must be "open" or "key"'],
    [
      "another audience of paid content",
      { ...minimal, paidContent: "Key" },
      '/paidContent must be "open" or "key"',
    ],
    ["a text as limit", { ...minimal, rateLimit: { perDay: "many" } }, "/rateLimit/perDay must be a number"],
    [
      "an unknown setting of the FAQ",
      { ...minimal, faq: { source: [] } },
      "/faq/source is not a known field",
    ],
    [
      "a text as fields of posts",
      { ...minimal, postFields: "rating" },
      '/postFields must be an array, and is "rating"',
    ],
    ["a list", [minimal], "it must be an object, and is [an object]"],
    ["a text", "Acme", 'it must be an object, and is "Acme"'],
  ])("with %s is an error that names the field", async (_name, row, message) => {
    const host = openHost({ ...source, findOrganization: () => row as never });
    for (const path of ["/post/acme", "/post/acme/good-2", "/sitemap/acme"])
      expect((await host.get(path)).status).toBe(500);
    expect(host.errors[0]?.message).toContain(
      `Cannot use the result of content.findOrganization for "acme": ${message}`,
    );
  });

  it("is checked once for its version", async () => {
    let reads = 0;
    const organization = (version: string): OrganizationRow =>
      Object.defineProperty({ ...minimal, version }, "name", {
        get: () => `Acme ${++reads}`,
        enumerable: true,
      });
    let version = "1";
    const host = openHost({ ...source, findOrganization: () => organization(version) });
    const nameOf = async (): Promise<unknown> =>
      ((await (await host.get("/organization/acme")).json()) as { name: string }).name;
    const first = await nameOf();
    expect(await nameOf()).toBe(first);
    version = "2";
    expect(await nameOf()).not.toBe(first);
  });

  it.each([null, undefined])("is missing for %s, as a post is", async (nothing) => {
    expect((await openHost({ ...source, findOrganization: () => nothing }).get("/post/acme")).status).toBe(
      404,
    );
    expect((await openHost({ ...source, getPost: () => nothing }).get("/post/acme/good-1")).status).toBe(404);
  });
});

describe("the other functions of a source", () => {
  const findAll: NonNullable<ContentSource["findPublicSlugs"]> = (_organization, slugs) => ({ slugs });
  const redirect = { from: "old", slug: "good-1" };
  const content: ContentSource = {
    ...source,
    getPost: (organization, slug) => (slug === "old" ? null : source.getPost(organization, slug)),
    countPosts: () => ({ count: "2", changesAt: null }),
    tallyPosts: () => ({
      tallies: [
        { name: "good tag", postCount: "2" },
        { name: null as never, postCount: "7" },
      ],
    }),
    listRedirects: () => ({ redirects: [redirect, { from: null as never, slug: "x" }], next: null }),
    findMoved: () => "good-1",
    findPublicSlugs: findAll,
  };

  it("may return values instead of promises, and the digits of a count", async () => {
    const host = openHost(content);
    expect(await (await host.get("/post/acme?total=true")).json()).toMatchObject({ total: 2 });
    expect(host.errors).toEqual([]);
    expect(await (await host.get("/tags/acme")).json()).toMatchObject({
      tags: [{ name: "good tag", postCount: 2 }],
    });
    expect(await (await host.get("/redirects/acme")).text()).toContain('"old"');
    expect((await host.get("/post/acme/old")).headers.get("location")).toContain("good-1");
    expect(host.errors.map(({ message }) => message)).toEqual([
      'Cannot use item 1 of tallies of content.tallyPosts for "acme": /name must be a string, and is null',
      'Cannot use item 1 of redirects of content.listRedirects for "acme": /from must be a string, and is null',
    ]);
  });

  it("count no malformed post after it is known", async () => {
    const rows = [rowOf(1), { ...rowOf(2), tags: "good tag" }];
    const table = new HostTable(rows);
    const host = openHost({ ...content, ...table.source, countPosts: () => ({ count: 2 }) });
    await host.get("/post/acme");
    expect(await (await host.get("/post/acme?total=true")).json()).toMatchObject({ total: 1 });
    expect(await (await host.get("/tags/acme")).json()).toMatchObject({
      tags: [{ name: "good tag", postCount: 1 }],
    });
  });

  it.each<[name: string, method: Partial<ContentSource>, path: string, message: string]>([
    [
      "revision",
      { revision: () => 7 as never },
      "/post/acme",
      'content.revision for "acme": it must be a string, and is 7',
    ],
    [
      "findMoved",
      { findMoved: () => ({ slug: "x" }) as never },
      "/post/acme/old",
      "it must be a string, and is an object",
    ],
    [
      "countPosts",
      { countPosts: () => 2 as never },
      "/post/acme?total=true",
      "it must be an object, and is 2",
    ],
    [
      "countPosts",
      { countPosts: () => ({ count: "many" }) },
      "/post/acme?total=true",
      '/count must be a whole number, and is "many"',
    ],
    ["tallyPosts", { tallyPosts: () => [] as never }, "/tags/acme", "it must be an object, and is []"],
    [
      "listRedirects",
      { listRedirects: () => ({ redirects: [] }) as never },
      "/redirects/acme",
      "/next is missing",
    ],
  ])("name the field of a wrong value: %s", async (name, method, path, message) => {
    const host = openHost({ ...content, ...method });
    expect((await host.get(path)).status).toBe(500);
    expect(host.errors[0]).toMatchObject({
      source: `content.${name}`,
      message: expect.stringContaining(message),
    });
  });

  it("name no malformed post as a translation", async () => {
    const translations = { "en-US": "good-1", de: "odd-2" };
    const rows = [
      { ...rowOf(1), translations },
      { ...rowOf(2, "odd"), translations, tags: "a" },
    ] as unknown as Post[];
    for (const found of [{}, { findPublicSlugs: findAll }]) {
      const host = openHost({ ...new HostTable(rows).source, ...found });
      await host.get("/post/acme");
      const head = await (await host.get("/post/acme/good-1?fields=head")).text();
      expect(head).toContain("good-1");
      expect(head).not.toContain("odd-2");
    }
  });

  it("reject the report of a change of a malformed post", async () => {
    const host = openHost(new HostTable([{ ...rowOf(1), tags: "a" }]).source);
    await expect(host.api.events.changed({ organization: "acme", slug: "good-1" })).rejects.toThrow(
      'Cannot use post "good-1" of content.getPost for "acme": /tags must be an array',
    );
  });
});
