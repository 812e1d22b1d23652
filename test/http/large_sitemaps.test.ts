import { describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi, type SitemapPages, type SitemapUrls } from "../../lib/mod.ts";
import { toUrlset } from "../../lib/publishing/sitemap/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { describedFetch } from "../api/described_fetch.ts";
import { ManualClock } from "../manual_clock.ts";
import { readIndex, readUrlset } from "../sitemap/_read_sitemap.ts";
import { schemasAreMissing, validateSitemap } from "../sitemap/_schema.ts";
import { hostOrganization } from "../host_organization.ts";
import { GeneratedPosts } from "./generated_posts.ts";

const mostBytes = 52_428_800;
const canValidate = !schemasAreMissing();
const posts = { path: "/post/acme/sitemap", url: "https://acme.example/sitemap-posts.xml", roots: 0 };
const site = { path: "/sitemap/acme", url: "https://acme.example/sitemap.xml", roots: 1 };

interface Server {
  api: PublicApi;
  clock: ManualClock;
}

function serve(content: GeneratedPosts): Server {
  const clock = new ManualClock();
  return { clock, api: createPublicApi({ storage: memoryDriver({ clock }), clock, content }) };
}

/** Creates a server whose responses are checked against the OpenAPI document. */
function described(content: GeneratedPosts): Server {
  const { clock, api } = serve(content);
  return { clock, api: { ...api, fetch: describedFetch(api.fetch, { storage: memoryDriver() }) } };
}

async function get({ api }: Server, path: string, accept?: string): Promise<Response> {
  const headers: Record<string, string> = accept === undefined ? {} : { accept };
  return api.fetch(new Request(`http://localhost/api/public/v1${path}`, { headers }));
}

/** Reads and validates the sitemaps of a path: a single sitemap, or all sitemaps of an index. */
async function crawl(server: Server, { path, url }: typeof posts): Promise<string[]> {
  const first = await readValid(server, path);
  const index = first.includes("<sitemapindex") ? await readIndex(first) : [];
  expect(index.map((item) => item.url)).toEqual(index.map((_item, number) => `${url}?page=${number + 1}`));
  const pages = index.length === 0 ? [first] : [];
  for (const item of index) pages.push(await readValid(server, path + new URL(item.url).search));
  for (const [page, status, code] of [
    [0, 400, "invalid-parameter"],
    [pages.length + 1, 404, "page-not-found"],
  ] as const) {
    const response = await get(server, `${path}?page=${page}`);
    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(code)]);
  }
  return pages;
}

async function readValid(server: Server, path: string): Promise<string> {
  const response = await get(server, path);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/xml"]);
  const bytes = await response.arrayBuffer();
  expect(bytes.byteLength).toBeLessThanOrEqual(mostBytes);
  expect(response.headers.get("content-length")).toBe(String(bytes.byteLength));
  const xml = new TextDecoder().decode(bytes);
  if (canValidate) validateSitemap(xml);
  return xml;
}

/** Returns the number of entries of each sitemap, and checks that together they contain every post once. */
async function countEach(
  pages: readonly string[],
  content: GeneratedPosts,
  roots: number,
): Promise<number[]> {
  const read: string[][] = [];
  for (const page of pages) read.push((await readUrlset(page)).map(({ url }) => url));
  const locs = read.flat();
  expect(locs.slice(0, roots)).toEqual(roots === 1 ? ["https://acme.example/"] : []);
  const slugs = new Set(locs.slice(roots).map((loc) => loc.replace("https://acme.example/blog/", "")));
  expect([slugs.size, locs.length]).toEqual([content.count, content.count + roots]);
  return read.map((page) => page.length);
}

describe("sitemaps at the limit of URLs", () => {
  it.each([
    [49_999, [49_999], [50_000]],
    [50_000, [50_000], [50_000, 1]],
    [50_001, [50_000, 1], [50_000, 2]],
    [120_000, [50_000, 50_000, 20_000], [50_000, 50_000, 20_001]],
  ])(
    "have every one of %i posts once",
    async (count, ofPosts, ofSite) => {
      const content = new GeneratedPosts(count);
      const server = serve(content);
      expect(await countEach(await crawl(server, posts), content, posts.roots)).toEqual(ofPosts);
      expect(await countEach(await crawl(server, site), content, site.roots)).toEqual(ofSite);
    },
    120_000,
  );
});

describe("sitemaps at the limit of bytes", () => {
  const longest = 1700;
  const organization = { ...hostOrganization, postUrlTemplate: `/${"x".repeat(700)}/{slug}` };
  const urlBytes = (length: number): number => "<url><loc></loc></url>\n".length + length;
  const prefix = `https://acme.example/${"x".repeat(700)}/`.length;
  const room = mostBytes - toUrlset([]).length;
  const whole = Math.floor(room / urlBytes(longest));
  const rest = room - (whole - 1) * urlBytes(longest);
  // Two URLs fill the remaining room exactly.
  const lastLengths = [Math.floor(rest / 2) - urlBytes(0), Math.ceil(rest / 2) - urlBytes(0)];

  function content(moreBytes: number): GeneratedPosts {
    const lengthOf = (index: number): number =>
      index < whole - 1 ? longest : (lastLengths[index - whole + 1] ?? 0) + (index === whole ? moreBytes : 0);
    const posts = new GeneratedPosts(whole + 1, (index) => ({
      slug: String(index).padEnd(lengthOf(index) - prefix, "-"),
    }));
    posts.organization = organization;
    return posts;
  }

  it("fill a page to the last byte", async () => {
    const source = content(0);
    const pages = await crawl(serve(source), posts);
    expect(pages.map(({ length }) => length)).toEqual([mostBytes]);
    expect(await countEach(pages, source, 0)).toEqual([whole + 1]);
  });

  it("start another page at one byte more", async () => {
    const source = content(1);
    expect(await countEach(await crawl(serve(source), posts), source, 0)).toEqual([whole, 1]);
  });

  it("leave out a post whose address is too long for a sitemap", async () => {
    const source = new GeneratedPosts(3, (index) => ({
      slug: index === 1 ? "x".repeat(1000) : `p${index}`,
    }));
    source.organization = { ...hostOrganization, postUrlTemplate: `/${"x".repeat(100)}/{slug}/{slug}` };
    const pages = await crawl(serve(source), posts);
    expect((await readUrlset(pages[0] ?? "")).map(({ url }) => url.at(-1))).toEqual(["0", "2"]);
  });
});

describe("pages of a sitemap", () => {
  const created = Date.UTC(2026, 0, 1);
  const timed = (count: number): GeneratedPosts =>
    new GeneratedPosts(count, (index) => ({ slug: `p${index}`, createdAt: created + index }));
  const isoOf = (index: number): string => new Date(created + index).toISOString();

  it("are listed with the latest lastmod of their posts, and the site with the latest of all", async () => {
    const server = serve(timed(100_001));
    const response = await get(server, site.path);
    const index = await readIndex(await response.text());
    expect(index.map(({ lastmod }) => lastmod)).toEqual([isoOf(49_998), isoOf(99_998), isoOf(100_000)]);
    const [root, first] = await readUrlset(await (await get(server, `${site.path}?page=1`)).text());
    expect([root?.lastmod, first?.lastmod]).toEqual([isoOf(100_000), isoOf(0)]);
  });

  it("have the same entries in JSON", async () => {
    const server = described(timed(100_001));
    const json = "application/json";
    const index = (await (await get(server, site.path, json)).json()) as SitemapPages;
    expect(index).toEqual({
      sitemaps: [49_998, 99_998, 100_000].map((latest, page) => ({
        loc: `${site.url}?page=${page + 1}`,
        lastmod: isoOf(latest),
      })),
    });
    for (const path of [`${site.path}?page=1`, `${posts.path}?page=2`]) {
      const response = await get(server, path, json);
      expect([response.headers.get("content-type"), response.headers.get("vary")]).toEqual([
        json,
        "accept, x-api-key",
      ]);
      const { urls } = (await response.json()) as SitemapUrls;
      const items = await readUrlset(await (await get(server, path)).text());
      expect(urls).toEqual(items.map(({ url, lastmod }) => ({ loc: url, lastmod })));
    }
  });

  it("contains the whole sitemap if there is only one page", async () => {
    const server = described(timed(2));
    for (const { path } of [posts, site]) {
      const [whole, first] = [await get(server, path), await get(server, `${path}?page=1`)];
      expect(await first.text()).toBe(await whole.text());
      expect(first.headers.get("etag")).toBe(whole.headers.get("etag"));
      expect((await get(server, `${path}?page=2`)).status).toBe(404);
    }
    expect(await (await get(serve(timed(0)), `${posts.path}?page=1`)).text()).toBe(toUrlset([]));
  });

  it.each(["", "one", "1.5", "-1", "1e1", "0x1", " 1", "1&page=1"])(
    "refuses page=%s by name",
    async (page) => {
      const response = await get(serve(timed(1)), `${site.path}?page=${page}`);
      const problem = (await response.json()) as { code: string; detail: string };
      expect([response.status, problem.code]).toEqual([400, "invalid-parameter"]);
      expect(problem.detail).toContain(" page ");
    },
  );

  it("are at the configured address", async () => {
    const content = timed(50_001);
    content.organization = {
      ...content.organization,
      sitemapUrl: "https://www.acme.example/karte.xml",
      postSitemapUrl: "https://www.acme.example/artikel",
    };
    const server = serve(content);
    for (const [path, url] of [
      [site.path, "https://www.acme.example/karte.xml"],
      [posts.path, "https://www.acme.example/artikel"],
    ] as const) {
      const index = await readIndex(await (await get(server, path)).text());
      expect(index.map((item) => item.url)).toEqual([`${url}?page=1`, `${url}?page=2`]);
    }
  });

  it("have ETags that change with every change in each format, and support 304 and HEAD", async () => {
    const content = timed(50_001);
    const server = serve(content);
    const etagOf = async (path: string, accept?: string): Promise<string> =>
      (await get(server, path, accept)).headers.get("etag") ?? "";
    const pages = [1, 2].map((page) => `${posts.path}?page=${page}`);
    const before = await Promise.all(pages.map((page) => etagOf(page)));
    const inJson = await Promise.all(pages.map((page) => etagOf(page, "application/json")));
    expect(new Set([...before, ...inJson]).size).toBe(4);
    const send = async (method: string, headers: Record<string, string>): Promise<Response> =>
      server.api.fetch(new Request(`http://localhost/api/public/v1${pages[0]}`, { method, headers }));
    const unchanged = await send("GET", { "if-none-match": before[0] ?? "" });
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ""]);
    const head = await send("HEAD", {});
    expect([head.headers.get("etag"), await head.text()]).toEqual([before[0], ""]);
    expect(Number(head.headers.get("content-length"))).toBeGreaterThan(1_048_576);
    content.count++;
    const after = await Promise.all(pages.map((page) => etagOf(page)));
    expect(after.map((etag, index) => etag === before[index])).toEqual([true, false]);
  });
});

describe("the cost of a page of a sitemap", () => {
  it("does not block other requests until all posts are read", async () => {
    let turns = 0;
    const interval = setInterval(() => turns++, 0);
    await get(serve(new GeneratedPosts(20_000)), posts.path);
    clearInterval(interval);
    expect(turns).toBeGreaterThan(5);
  });

  it("depends only on its own posts once its boundary is cached", async () => {
    const content = new GeneratedPosts(200_000);
    const server = serve(content);
    const costOf = async (path: string): Promise<number> => {
      const before = content.made;
      await (await get(server, path)).arrayBuffer();
      return content.made - before;
    };
    expect(await costOf(posts.path)).toBe(200_000);
    const costs: number[] = [];
    for (const page of [1, 3]) costs.push(await costOf(`${posts.path}?page=${page}`));
    // Besides its 50,000 posts, a page may read a batch after its last full batch, and the first batch of the next page.
    expect(costs.every((cost) => cost >= 50_000 && cost <= 52_000)).toBe(true);
    expect(await costOf(`${posts.path}?page=4`)).toBe(50_000);
    server.clock.advance(600_000);
    expect(await costOf(`${posts.path}?page=3`)).toBe(200_000);
    expect(await costOf(`${posts.path}?page=2`)).toBeLessThanOrEqual(52_000);
  });
});
