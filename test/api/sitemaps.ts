import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { expectProblem, type OpenStorage, World } from "./world.ts";

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
export function describeSitemaps(openStorage: OpenStorage): void {
  describe("sitemaps", () => {
    let world: World;
    beforeEach(async () => {
      world = await World.open(openStorage);
    });
    afterEach(() => world.close());

    async function read(path: string): Promise<ReturnType<typeof entriesOf>> {
      const response = await world.get(path);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/xml"]);
      return entriesOf(await response.text());
    }

    it("lists the posts with their lastmod, and the site first with the latest", async () => {
      const times = { createdAt: "2026-01-01", updatedAt: "2026-02-01T10:00:00+01:00" };
      await world.api.posts.create("acme", { name: "One", ...times });
      await world.api.posts.create("acme", { name: "Two", createdAt: "2026-01-02", updatedAt: "2026-01-20" });
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
      ["negative", -5, "2026-01-01T00:00:00.000Z"],
      ["the epoch", 0, "2026-01-01T00:00:00.000Z"],
    ])("takes createdAt when updatedAt is not valid: %s", async (_name, updatedAt, lastmod) => {
      await world.api.posts.create("acme", { name: "One", createdAt: "2026-01-01", updatedAt });
      expect(await read("/post/acme/sitemap")).toEqual([["https://acme.example/blog/one", lastmod]]);
      expect(await read("/sitemap/acme")).toEqual([
        ["https://acme.example/", lastmod],
        ["https://acme.example/blog/one", lastmod],
      ]);
    });

    it("gives no lastmod to a post without a valid time, nor to a site of such posts", async () => {
      const future = "2030-01-01T00:00:00Z";
      const times = { createdAt: future, updatedAt: future, publishedAt: "2026-01-01" };
      await world.api.posts.create("acme", { name: "One", ...times });
      expect(await read("/post/acme/sitemap")).toEqual([["https://acme.example/blog/one"]]);
      expect(await read("/sitemap/acme")).toEqual([
        ["https://acme.example/"],
        ["https://acme.example/blog/one"],
      ]);
    });

    it("takes the current time for the site of an organization without posts", async () => {
      expect(await read("/post/acme/sitemap")).toEqual([]);
      expect(await read("/sitemap/acme")).toEqual([["https://acme.example/", now]]);
      await world.api.posts.create("acme", { name: "Draft", status: "draft" });
      world.clock.advance(1500);
      expect(await read("/sitemap/acme")).toEqual([["https://acme.example/", "2026-06-15T12:00:01.500Z"]]);
    });

    it("percent-encodes slugs and escapes XML", async () => {
      await world.api.organizations.update("acme", { postUrlTemplate: "/a&b/'{slug}'" });
      await world.api.posts.create("acme", { name: "Привет" });
      const encoded = "%D0%BF%D1%80%D0%B8%D0%B2%D0%B5%D1%82";
      const [[loc] = [""]] = await read("/post/acme/sitemap");
      const unescaped = loc.replaceAll(/&#39;|&apos;/g, "'").replaceAll("&amp;", "&");
      expect(loc).not.toMatch(/&(?!amp;|apos;|#39;)/);
      expect(unescaped).toBe(`https://acme.example/a&b/'${encoded}'`);
    });

    it("percent-encodes the organization's own part of an address", async () => {
      await world.api.organizations.update("acme", { postUrlTemplate: "/блог/{slug}" });
      await world.api.posts.create("acme", { name: "One" });
      const url = "https://acme.example/%D0%B1%D0%BB%D0%BE%D0%B3/one";
      expect((await read("/post/acme/sitemap")).map(([loc]) => loc)).toEqual([url]);
      expect(await world.read("/post/acme/one")).toMatchObject({ url });
    });

    it("lists every post of a large organization once", async () => {
      const count = 1100;
      const numbers = Array.from({ length: count }, (_, index) => index);
      await Promise.all(numbers.map((number) => world.api.posts.create("acme", { name: `Post ${number}` })));
      const locs = (await read("/post/acme/sitemap")).map(([loc]) => loc);
      expect(new Set(locs).size).toBe(count);
      expect(locs).toHaveLength(count);
    });

    it("answers an unknown organization with 404", async () => {
      for (const path of ["/post/nobody/sitemap", "/sitemap/nobody"]) {
        const response = await world.get(path);
        expect(response.headers.get("content-type")).not.toContain("xml");
        await expectProblem(response, 404, "organization-not-found");
      }
    });
  });
}
