import { expect, it } from "vitest";
import type { SitemapUrls } from "../../lib/mod.ts";
import { readUrlset } from "../sitemap/_read_sitemap.ts";
import { schemasAreMissing, validateSitemap } from "../sitemap/_schema.ts";
import { expectProblem, type OpenStorage, type SuiteSize, World } from "./world.ts";

const canValidate = !schemasAreMissing();

const now = "2026-06-15T12:00:00.000Z";

/** The entries of a sitemap: address, and lastmod where there is one. */
export function entriesOf(xml: string): [loc: string, lastmod?: string][] {
  const header = '<?xml version="1.0" encoding="UTF-8"?>\n';
  const namespace = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">';
  expect(xml.startsWith(header + namespace)).toBe(true);
  expect(xml.trim().endsWith("</urlset>")).toBe(true);
  const entry = /<url><loc>([^<>]*)<\/loc>(?:<lastmod>([^<>]*)<\/lastmod>)?<\/url>/g;
  return [...xml.matchAll(entry)].map(([, loc = "", lastmod]) =>
    lastmod === undefined ? [loc] : [loc, lastmod],
  );
}

/** Both sitemaps over the posts in the storage. */
export function describeSitemaps(openStorage: OpenStorage, size: SuiteSize): void {
  const world = World.forEachTest(openStorage);

  async function read(path: string): Promise<ReturnType<typeof entriesOf>> {
    const response = await world.get(path);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/xml"]);
    const xml = await response.text();
    if (canValidate && xml.includes("<url>")) validateSitemap(xml);
    return entriesOf(xml);
  }

  it("lists the posts with their lastmod, after the site with the latest lastmod", async () => {
    const times = { createdAt: "2026-01-01", updatedAt: "2026-02-01T10:00:00+01:00" };
    await world.createPost({ name: "One", ...times });
    await world.createPost({ name: "Two", createdAt: "2026-01-02", updatedAt: "2026-01-20" });
    const posts = [
      ["https://acme.example/blog/one", "2026-02-01T09:00:00.000Z"],
      ["https://acme.example/blog/two", "2026-01-20T00:00:00.000Z"],
    ];
    expect(await read("/post/acme/sitemap")).toEqual(posts);
    expect(await read("/sitemap/acme")).toEqual([
      ["https://acme.example/", "2026-02-01T09:00:00.000Z"],
      ...posts,
    ]);
  });

  it.each([
    ["missing", undefined, "2026-01-01T00:00:00.000Z"],
    ["future", "2026-06-15T12:00:00.001Z", "2026-01-01T00:00:00.000Z"],
    ["now", now, now],
    ["negative", "1969-12-31T23:59:59.995Z", "2026-01-01T00:00:00.000Z"],
    ["the epoch", "1970-01-01", "2026-01-01T00:00:00.000Z"],
  ])("uses createdAt if updatedAt is invalid: %s", async (_name, updatedAt, lastmod) => {
    await world.createPost({ name: "One", createdAt: "2026-01-01", updatedAt });
    expect(await read("/post/acme/sitemap")).toEqual([["https://acme.example/blog/one", lastmod]]);
    expect(await read("/sitemap/acme")).toEqual([
      ["https://acme.example/", lastmod],
      ["https://acme.example/blog/one", lastmod],
    ]);
  });

  it("omits lastmod for a post without a valid time, and for a site of only these posts", async () => {
    const future = "2030-01-01T00:00:00Z";
    const times = { createdAt: future, updatedAt: future, publishedAt: "2026-01-01" };
    await world.createPost({ name: "One", ...times });
    expect(await read("/post/acme/sitemap")).toEqual([["https://acme.example/blog/one"]]);
    expect(await read("/sitemap/acme")).toEqual([
      ["https://acme.example/"],
      ["https://acme.example/blog/one"],
    ]);
  });

  it("uses the current time for the site of an organization without posts", async () => {
    expect(await read("/post/acme/sitemap")).toEqual([]);
    expect(await read("/sitemap/acme")).toEqual([["https://acme.example/", now]]);
    await world.createPost({ name: "Draft", status: "draft" });
    world.clock.advance(1500);
    expect(await read("/sitemap/acme")).toEqual([["https://acme.example/", "2026-06-15T12:00:01.500Z"]]);
  });

  it("percent-encodes slugs and escapes XML", async () => {
    await world.updateOrganization({ postUrlTemplate: "/a&b/'{slug}'" });
    await world.createPost({ name: "Привет" });
    const encoded = "%D0%BF%D1%80%D0%B8%D0%B2%D0%B5%D1%82";
    const [[loc] = [""]] = await read("/post/acme/sitemap");
    const unescaped = loc.replaceAll(/&#39;|&apos;/g, "'").replaceAll("&amp;", "&");
    expect(loc).not.toMatch(/&(?!amp;|apos;|#39;)/);
    expect(unescaped).toBe(`https://acme.example/a&b/'${encoded}'`);
  });

  it("percent-encodes the organization's own part of an address", async () => {
    await world.updateOrganization({ postUrlTemplate: "/блог/{slug}" });
    await world.createPost({ name: "One" });
    const url = "https://acme.example/%D0%B1%D0%BB%D0%BE%D0%B3/one";
    expect((await read("/post/acme/sitemap")).map(([loc]) => loc)).toEqual([url]);
    expect(await world.read("/post/acme/one")).toMatchObject({ url });
  });

  it.skipIf(size === "small")("lists every post of a large organization once", async () => {
    const count = 1100;
    const numbers = Array.from({ length: count }, (_, index) => index);
    await Promise.all(numbers.map((number) => world.createPost({ name: `Post ${number}` })));
    const locs = (await read("/post/acme/sitemap")).map(([loc]) => loc);
    expect(new Set(locs).size).toBe(count);
    expect(locs).toHaveLength(count);
  });

  it("links the translations of a post to each other, each with itself", async () => {
    const elsewhere = "https://acme.example/fr/bonjour?a=1&b=2";
    const translations = { "de-DE": "hallo", "en-us": "hello", fr: elsewhere, "x-default": "hello" };
    const posts = [
      { name: "Hello", translations },
      { name: "Hallo", inLanguage: "de-DE", translations },
      { name: "Ciao", inLanguage: "it-IT", translations: { "en-US": "hello" } },
      { name: "Alone", translations: {} },
    ];
    for (const post of posts) await world.createPost(post);
    const xml = await (await world.get("/post/acme/sitemap")).text();
    expect(xml).toContain('xmlns:xhtml="http://www.w3.org/1999/xhtml"');
    if (canValidate) validateSitemap(xml);
    const blog = "https://acme.example/blog";
    const all = [
      { lang: "de-DE", url: `${blog}/hallo` },
      { lang: "en-US", url: `${blog}/hello` },
      { lang: "fr", url: elsewhere },
      { lang: "x-default", url: `${blog}/hello` },
    ];
    const links = (await readUrlset(xml)).map(({ links: found }) => found);
    const ofCiao = [
      { lang: "en-US", url: `${blog}/hello` },
      { lang: "it-IT", url: `${blog}/ciao` },
    ];
    expect(links).toEqual([all, all, ofCiao, []]);
    const json = await world.send("GET", "/post/acme/sitemap", { headers: { accept: "application/json" } });
    const { urls } = (await json.json()) as SitemapUrls;
    expect(urls[0]?.alternates).toEqual(all.map(({ lang, url }) => ({ hreflang: lang, href: url })));
    expect(urls[3]).not.toHaveProperty("alternates");
  });

  it("names the image of a post, and declares only the namespaces that are used", async () => {
    await world.createPost({ name: "Plain" });
    expect(await (await world.get("/sitemap/acme")).text()).not.toContain("xmlns:");
    await world.createPost({
      name: "Pictured",
      image: "https://cdn.example/ä b.png?x=1&y=2",
    });
    const xml = await (await world.get("/sitemap/acme")).text();
    if (canValidate) validateSitemap(xml);
    expect(xml).toContain('xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"');
    expect(xml).not.toContain("xmlns:xhtml");
    const images = (await readUrlset(xml)).map(({ img }) => img.map(({ url }) => url));
    expect(images).toEqual([[], [], ["https://cdn.example/%C3%A4%20b.png?x=1&y=2"]]);
  });

  it.each([
    [undefined, "application/xml"],
    ["*/*", "application/xml"],
    ["text/html,application/xml;q=0.9,*/*;q=0.8", "application/xml"],
    ["application/json", "application/json"],
    ["application/json;q=0.5, application/xml;q=0.4", "application/json"],
  ])("has the format that Accept selects: %s", async (accept, type) => {
    for (const path of ["/post/acme/sitemap", "/sitemap/acme"]) {
      const response = await world.send("GET", path, accept === undefined ? {} : { headers: { accept } });
      expect(response.headers.get("content-type")).toBe(type);
      expect(response.headers.get("vary")).toBe("accept, x-api-key");
    }
  });

  it("has the same entries in JSON", async () => {
    await world.createPost({ name: "One", createdAt: "2026-01-01" });
    const headers = { accept: "application/json" };
    const response = await world.send("GET", "/sitemap/acme", { headers });
    expect(await response.json()).toEqual({
      urls: ["/", "/blog/one"].map((path) => ({
        loc: `https://acme.example${path}`,
        lastmod: "2026-01-01T00:00:00.000Z",
      })),
    });
  });

  it("returns 404 for an unknown organization", async () => {
    for (const path of ["/post/nobody/sitemap", "/sitemap/nobody"]) {
      const response = await world.get(path);
      expect(response.headers.get("content-type")).not.toContain("xml");
      await expectProblem(response, 404, "organization-not-found");
    }
  });
}
