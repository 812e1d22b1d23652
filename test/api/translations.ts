import { beforeEach, expect, it } from "vitest";
import type { PostInput, SinglePost, SitemapUrls } from "../../lib/mod.ts";
import { type OpenStorage, World } from "./world.ts";

const blog = "https://acme.example/blog";
const elsewhere = "https://hallo.example/it";
const translations = {
  en: "hello",
  de: "geheim-de",
  fr: "geheim-fr",
  es: "geheim-es",
  it: elsewhere,
  nl: `${blog}/geheim-de`,
  "x-default": "hello",
};
const posts: PostInput[] = [
  { name: "Hello", slug: "hello", html: "<h2>Why hello?</h2><p>Because.</p>", inLanguage: "en" },
  { name: "G de", slug: "geheim-de", inLanguage: "de", status: "draft" },
  {
    name: "G fr",
    slug: "geheim-fr",
    inLanguage: "fr",
    status: "scheduled",
    publishedAt: "2026-06-15T13:00Z",
  },
  { name: "G es", slug: "geheim-es", inLanguage: "es", status: "archived" },
  { name: "Hoi", slug: "hoi", inLanguage: "pt" },
];

/** Every address of a public response. `post` and `sitemap` can name translations. */
const sitemap = "/post/acme/sitemap";
const headPath = "/post/acme/hello?fields=head";
const addresses = [
  sitemap,
  headPath,
  "/sitemap/acme",
  "/sitemap/acme?page=1",
  "/post/acme",
  "/post/acme?total=true&sort=name",
  "/post/acme/hello",
  "/post/acme/hello?fields=*,head",
  "/post/acme/hello?format=markdown",
  "/post/acme/hello/related",
  "/post/acme/hoi/related",
  "/redirects/acme",
  "/search/acme?q=hello",
  "/search/acme?q=geheim",
  "/search/acme/suggest?q=ge",
  "/context/acme?q=hello",
  "/faq/acme",
  "/tags/acme",
  "/authors/acme",
  "/organization/acme",
  "/feed/acme/rss.xml",
  "/feed/acme/atom.xml",
  "/feed/acme/feed.json",
  "/llms/acme",
  "/llms-full/acme",
];

/** References to posts in public responses. They name only public posts. */
export function describeTranslations(openStorage: OpenStorage): void {
  const world = World.forEachTest(openStorage, { cache: { tags: true } });
  beforeEach(async () => {
    await world.api.organizations.update("acme", { feeds: true });
    for (const post of posts) {
      const aliases = [`/before/${post.slug ?? ""}`];
      await world.api.posts.create("acme", { ...post, translations, aliases });
    }
    const former = { organizationSlug: "acme", slug: "geheim-es" };
    await world.api.posts.update(former, { slug: "geheim-es-2" });
    await world.api.posts.update({ ...former, slug: "geheim-es-2" }, { slug: "geheim-es" });
  });
  const change = async (slug: string, changes: Partial<PostInput>): Promise<unknown> =>
    world.api.posts.update({ organizationSlug: "acme", slug }, changes);
  /** Returns the languages and addresses that the head of a post names. */
  const headOf = async (slug: string): Promise<[string, string][]> => {
    const { head = "" } = await world.read<SinglePost>(`/post/acme/${slug}?fields=head`);
    const found = head.matchAll(/rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g);
    return [...found].map(([, hreflang = "", href = ""]) => [hreflang, href]);
  };
  /** Returns the same of the sitemap, by address of the post. */
  const sitemapOf = async (slug: string): Promise<[string, string][] | undefined> => {
    const response = await world.send("GET", sitemap, { headers: { accept: "application/json" } });
    const { urls } = (await response.json()) as SitemapUrls;
    const entry = urls.find(({ loc }) => loc === `${blog}/${slug}`);
    return entry?.alternates?.map(({ hreflang, href }) => [hreflang, href]);
  };
  const opened: [string, string][] = [
    ["en", `${blog}/hello`],
    ["it", elsewhere],
    ["x-default", `${blog}/hello`],
  ];
  const withPages = (...pages: [string, string][]): [string, string][] =>
    [...opened, ...pages].toSorted(([one], [other]) => (one < other ? -1 : 1));

  it.each(addresses)("name no draft, scheduled or archived post: %s", async (address) => {
    for (const read of [1, 2]) {
      const response = await world.get(address);
      expect([read, response.status]).toEqual([read, 200]);
      const whole = JSON.stringify([...response.headers]) + (await response.text());
      expect(whole.replaceAll("q=geheim", "")).not.toContain("geheim");
    }
  });

  it.each(["geheim-de", "geheim-fr", "geheim-es", "geheim-es-2"])("give no answer about %s", async (slug) => {
    for (const address of [slug, `${slug}?fields=head`, `${slug}/related`]) {
      const response = await world.get(`/post/acme/${address}`);
      expect([address, response.status]).toEqual([address, 404]);
    }
  });

  it("name a translation from its publication on, with a new ETag and without a date", async () => {
    const paths = [sitemap, "/sitemap/acme", headPath];
    const etags = async (): Promise<(string | null)[]> => {
      const responses = await Promise.all(paths.map(async (path) => world.get(path)));
      expect(responses.map(({ headers }) => headers.get("last-modified"))).toEqual([null, null, null]);
      return responses.map(({ headers }) => headers.get("etag"));
    };
    const lastmodOf = async (): Promise<string | undefined> => {
      const response = await world.send("GET", sitemap, { headers: { accept: "application/json" } });
      const { urls } = (await response.json()) as SitemapUrls;
      return urls.find(({ loc }) => loc === `${blog}/hello`)?.lastmod;
    };
    expect([await headOf("hello"), await sitemapOf("hello")]).toEqual([opened, opened]);
    const before = await etags();
    const lastmod = await lastmodOf();
    world.clock.advance(60_000);
    await change("geheim-de", { status: "published" });
    const german = withPages(["de", `${blog}/geheim-de`], ["nl", `${blog}/geheim-de`]);
    for (const slug of ["hello", "geheim-de"]) {
      expect([await headOf(slug), await sitemapOf(slug)]).toEqual([german, german]);
    }
    const after = await etags();
    for (const [index, etag] of after.entries()) expect(etag).not.toBe(before[index]);
    expect(await lastmodOf()).toBe(lastmod);
    const since = { "if-modified-since": new Date(world.clock.now()).toUTCString() };
    world.clock.advance(60_000);
    expect((await world.send("GET", headPath, { headers: since })).status).toBe(200);
    const match = { "if-none-match": after[2] ?? "" };
    expect((await world.send("GET", headPath, { headers: match })).status).toBe(304);
    await change("geheim-de", { status: "archived" });
    expect([await headOf("hello"), await sitemapOf("hello")]).toEqual([opened, opened]);
  });

  it.each(["hello", `${blog}/hello`])("name a renamed post by its present address, by %s", async (page) => {
    await change("hoi", { translations: { en: page } });
    await change("hello", { slug: "hello-2" });
    await world.api.posts.create("acme", { name: "Other", slug: "hello" });
    const renamed: [string, string][] = [
      ["en", `${blog}/hello-2`],
      ["pt", `${blog}/hoi`],
    ];
    expect([await headOf("hoi"), await sitemapOf("hoi")]).toEqual([renamed, renamed]);
    await world.api.posts.delete({ organizationSlug: "acme", slug: "hello-2" });
    expect([await headOf("hoi"), await sitemapOf("hoi")]).toEqual([[], undefined]);
  });

  it("name a scheduled translation when its time has come", async () => {
    expect([await headOf("hello"), await sitemapOf("hello")]).toEqual([opened, opened]);
    world.clock.advance(60 * 60 * 1000);
    const french = withPages(["fr", `${blog}/geheim-fr`]);
    for (const slug of ["hello", "geheim-fr"]) {
      expect([await headOf(slug), await sitemapOf(slug)]).toEqual([french, french]);
    }
  });

  it("tag the head for caches with all posts, but not a response that names no other post", async () => {
    const tagsOf = async (path: string): Promise<string[]> =>
      ((await world.get(path)).headers.get("cache-tag") ?? "").split(",");
    expect(await tagsOf(headPath)).toContain("posts-acme");
    expect(await tagsOf("/post/acme/hello")).not.toContain("posts-acme");
  });
}
