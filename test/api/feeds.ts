import { parseAtomFeed, parseJsonFeed, parseRssFeed } from "feedsmith";
import { expect, it } from "vitest";
import type { PublicApiOptions } from "../../lib/mod.ts";
import { expectProblem, type OpenStorage, World } from "./world.ts";

const types = {
  "/feed/acme/rss.xml": "application/rss+xml",
  "/feed/acme/atom.xml": "application/atom+xml",
  "/feed/acme/feed.json": "application/feed+json",
  "/llms/acme": "text/markdown; charset=utf-8",
};
const paths = Object.keys(types);
const secret = "<p>For subscribers</p>";

const llmsRequest = new Request("http://localhost/content/api/public/v1/llms/acme");

/** Feeds of the newest posts, and llms.txt. */
export function describeFeeds(openStorage: OpenStorage): void {
  const world = World.forEachTest(openStorage);
  const open = async (options: Partial<PublicApiOptions> = {}): Promise<void> => {
    await world.reopen(options);
    await world.updateOrganization({ feeds: true });
  };
  const textOf = async (path: string): Promise<string> => (await world.get(path)).text();

  it("exist if the organization enables them, and otherwise return 404", async () => {
    await open();
    for (const [path, type] of Object.entries(types)) {
      const response = await world.get(path);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
      expect(response.headers.get("etag")).toMatch(/^"[\w-]{24}"$/);
      expect(response.headers.get("cache-control")).toBe("public, max-age=60, stale-while-revalidate=600");
      const etag = response.headers.get("etag") ?? "";
      const again = await world.send("GET", path, { headers: { "if-none-match": etag } });
      expect([again.status, await again.text()]).toEqual([304, ""]);
      const head = await world.send("HEAD", path);
      expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, etag, ""]);
    }
    await world.updateOrganization({ feeds: false });
    for (const path of paths) await expectProblem(await world.get(path), 404, "feed-not-found");
    await world.api.organizations.create({ slug: "plain", name: "Plain", siteUrl: "https://p.example" });
    for (const path of paths) {
      const other = (slug: string): string => path.replace("acme", slug);
      await expectProblem(await world.get(other("plain")), 404, "feed-not-found");
      await expectProblem(await world.get(other("nobody")), 404, "organization-not-found");
    }
    await expectProblem(await world.get("/feed/acme/feed.xml"), 404, "path-not-found");
  });

  it("have the published posts with their content, newest first", async () => {
    await open();
    const times = { createdAt: "2026-01-01", publishedAt: "2026-02-01", updatedAt: "2026-01-15" };
    const html = "<p>Fresh &amp; hot</p>";
    await world.createPost({ name: "Fish & <b>chips</b>", slug: "fish", html, ...times });
    await world.createPost({ name: "Draft", status: "draft" });
    await world.createPost({ name: "Later", publishedAt: "2026-06-15T12:00:01Z" });
    await world.createPost({ name: "New", createdAt: "2026-03-01" });
    const { items: [first, second, ...others] = [] } = parseRssFeed(await textOf("/feed/acme/rss.xml"));
    expect(others).toEqual([]);
    expect(first).toMatchObject({ title: "New", link: "https://acme.example/blog/new" });
    expect(second).toMatchObject({
      title: "Fish & <b>chips</b>",
      pubDate: "Sun, 01 Feb 2026 00:00:00 GMT",
      content: { encoded: html },
    });
    const atom = parseAtomFeed(await textOf("/feed/acme/atom.xml"));
    expect(atom.entries).toMatchObject([
      { title: { value: "New" } },
      // It was published after it was last written to.
      { updated: "2026-02-01T00:00:00.000Z", published: "2026-02-01T00:00:00.000Z" },
    ]);
    const { items = [] } = parseJsonFeed(await textOf("/feed/acme/feed.json"));
    expect(items[1]).toMatchObject({ content_html: html, title: "Fish & <b>chips</b>", language: "en-US" });
    expect(items.map(({ id }) => id)).toEqual([first?.guid?.value, second?.guid?.value]);
    world.clock.advance(1000);
    expect(await textOf("/feed/acme/rss.xml")).toContain("<title>Later</title>");
  });

  it("keep the ids of posts whose addresses change", async () => {
    await open();
    await world.createPost({ name: "One" });
    const idsOf = (atom: string): string[] =>
      Array.from(atom.matchAll(/<id>(.*?)<\/id>/g), ([, id = ""]) => id);
    const before = idsOf(await textOf("/feed/acme/atom.xml"));
    for (const id of before) {
      expect(id).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
    expect(new Set(before).size).toBe(2);
    await world.updatePost("one", { slug: "uno" });
    await world.updateOrganization({ siteUrl: "https://elsewhere.example" });
    expect(idsOf(await textOf("/feed/acme/atom.xml"))).toEqual(before);
  });

  it("contain their own address only if the organization sets it", async () => {
    await open();
    for (const path of paths) expect(await textOf(path)).not.toMatch(/rel="self"|feed_url|localhost/);
    const feeds = { rss: "/feed.xml", json: "/фид.json" };
    await world.updateOrganization({ feeds, siteUrl: "https://acme.example/en" });
    expect(await textOf("/feed/acme/rss.xml")).toContain(
      '<atom:link href="https://acme.example/en/feed.xml" rel="self" type="application/rss+xml"/>',
    );
    expect(parseJsonFeed(await textOf("/feed/acme/feed.json")).feed_url).toBe(
      "https://acme.example/en/%D1%84%D0%B8%D0%B4.json",
    );
    expect(await textOf("/feed/acme/atom.xml")).not.toContain('rel="self"');
  });

  it("omit content that is not free, and all content if reading needs a key", async () => {
    await open();
    const paid = { name: "Paid", html: secret, description: "Teaser", isAccessibleForFree: false };
    await world.createPost(paid);
    await world.createPost({ name: "Free", html: "<p>For everyone</p>" });
    for (const path of paths) {
      const text = await textOf(path);
      expect(text).toContain("Teaser");
      expect(text).not.toContain("subscribers");
      expect(text.includes("everyone")).toBe(path !== "/llms/acme");
    }
    await open({ readAccess: "key" });
    await world.createPost({ name: "Free", html: "<p>For everyone</p>" });
    const { key } = await world.createKey({ role: "viewer" });
    for (const path of paths) {
      for (const response of [await world.get(path), await world.get(path, key)]) {
        const text = await response.text();
        expect([response.status, text]).toEqual([200, expect.stringContaining("Free")]);
        expect(text).not.toContain("everyone");
      }
      await expectProblem(await world.get(path, "x"), 401, "invalid-key");
    }
  });

  it("change only with a post or the organization, not with time", async () => {
    await open();
    const stateOf = async (): Promise<(string | null)[]> => {
      const responses = await Promise.all(paths.map((path) => world.get(path)));
      return responses.map(({ headers }) => headers.get("etag"));
    };
    const empty = await stateOf();
    world.clock.advance(5000);
    expect(await stateOf()).toEqual(empty);
    await world.createPost({ name: "One" });
    const one = await stateOf();
    expect(one.filter((etag) => empty.includes(etag))).toEqual([]);
    await world.updateOrganization({ description: "All about fish" });
    expect((await stateOf()).filter((etag) => one.includes(etag))).toEqual([]);
  });

  it("link the Markdown of each post in llms.txt, at the API's public origin", async () => {
    await open({ apiOrigin: "https://api.example", basePath: "/content" });
    await world.createPost({ name: "Fish", html: "<h2>Fresh</h2>" });
    const text = await (await world.api.fetch(llmsRequest)).text();
    const [, link = ""] = /\]\(([^)]+)\)/.exec(text) ?? [];
    expect(link).toBe("https://api.example/content/api/public/v1/post/acme/fish?format=markdown");
    const response = await world.api.fetch(new Request(link));
    expect(response.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(await response.text()).toMatch(/^---\ntitle: "Fish"\n[^]*\n## Fresh\n$/);
  });

  it("link the page of a post in llms.txt if its Markdown needs a key", async () => {
    await open({ readAccess: "key" });
    await world.createPost({ name: "Fish" });
    expect(await textOf("/llms/acme")).toContain("- [Fish](https://acme.example/blog/fish)\n");
  });

  it("have absolute addresses in the content of posts", async () => {
    await open();
    await world.createPost({ name: "Fish", html: '<img src=a.png srcset="/b.png 2x"><a href="#c">d</a>' });
    const html =
      '<img src=https://acme.example/blog/a.png srcset="https://acme.example/b.png 2x"><a href="https://acme.example/blog/fish#c">d</a>';
    const { items: [item] = [] } = parseRssFeed(await textOf("/feed/acme/rss.xml"));
    expect(item?.content?.encoded).toBe(html);
    expect(parseAtomFeed(await textOf("/feed/acme/atom.xml")).entries?.[0]?.content).toMatchObject({
      value: html,
    });
    const json = { items: [{ content_html: html }] };
    expect(JSON.parse(await textOf("/feed/acme/feed.json"))).toMatchObject(json);
  });

  it("percent-encode the addresses of images, as sitemaps do", async () => {
    await open();
    const image = "https://acme.example/Grüße/ä.png?a=ö&b";
    const encoded = "https://acme.example/Gr%C3%BC%C3%9Fe/%C3%A4.png?a=%C3%B6&b";
    await world.updateOrganization({ logo: image });
    await world.createPost({ name: "Fish", image });
    const { items: [item] = [], image: logo } = parseRssFeed(await textOf("/feed/acme/rss.xml"));
    expect(item?.media?.contents?.[0]?.url).toBe(encoded);
    expect(logo?.url).toBe(encoded);
    expect(JSON.parse(await textOf("/feed/acme/feed.json"))).toMatchObject({ items: [{ image: encoded }] });
    expect(await textOf("/post/acme/sitemap")).toContain(
      `<image:loc>${encoded.replace("&", "&amp;")}</image:loc>`,
    );
  });

  it("group the links of llms.txt by section", async () => {
    await open();
    await world.updateOrganization({ description: "All about fish" });
    const create = (name: string, articleSection: string, day: number): Promise<unknown> =>
      world.createPost({ name, articleSection, createdAt: `2026-01-0${day}` });
    await create("One", "Guides", 1);
    await create("Two", "News", 2);
    await create("Three", "Guides", 3);
    expect(await textOf("/llms/acme")).toBe(
      [
        "# Acme\n\n> All about fish\n\n## Guides\n\n- [Three](/api/public/v1/post/acme/three?format=markdown)",
        "- [One](/api/public/v1/post/acme/one?format=markdown)\n\n## News\n\n- [Two](/api/public/v1/post/acme/two?format=markdown)\n",
      ].join("\n"),
    );
  });
}
