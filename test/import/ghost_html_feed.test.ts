import { describe, expect, it } from "vitest";
import { readFeed, readGhost, readHtml } from "../../lib/import/mod.ts";
import { ghostExport } from "./generators.ts";
import { importItems, newApi, siteUrl, sourceOf, readAll, importText, postOf } from "./_import.ts";

describe("a Ghost export", () => {
  it("is imported in chunks of any length, and changes nothing the second time", async () => {
    const api = await newApi();
    const text = ghostExport(9);
    for (const [outcome, length] of [
      ["created", 1],
      ["unchanged", 1000],
    ] as const) {
      const lines = await importItems(api, readGhost(sourceOf(text, length), { siteUrl }));
      expect(lines).toEqual([
        "note export: API keys are not imported: 1",
        "note export: settings are not imported: 1",
        "note export: passwords and addresses of users are not imported: 1",
        ...Array.from({ length: 9 }, (_, index) => `${outcome} shop-${index + 1}`),
      ]);
    }
    expect(await postOf(api, "shop-1")).toMatchObject({
      name: "Shop 1",
      author: "Ada Lovelace",
      tags: ["News"],
      articleSection: "News",
      description: "About 1",
      status: "published",
      image: "https://acme.example/content/images/shop.png",
      html: expect.stringContaining('src="https://acme.example/content/1.png"') as string,
    });
    expect((await postOf(api, "shop-4"))?.status).toBe("draft");
  });

  it("keeps none of its secrets", async () => {
    const items = await readAll(readGhost, ghostExport(3));
    expect(JSON.stringify(items)).not.toMatch(/ghost-secret|PRIVATE KEY|\$2a\$10|ada@acme/);
  });

  it("imports members' posts as drafts, and skips posts without readable content", async () => {
    const api = await newApi();
    const text = ghostExport(0, [
      { id: "a", title: "Paid", slug: "paid", html: "<p>x</p>", status: "published", visibility: "paid" },
      { id: "b", title: "Raw", slug: "raw", html: null, lexical: "{}", status: "published" },
      { id: "c", title: "Mail", slug: "mail", html: "<p>x</p>", status: "sent" },
    ]);
    const lines = await importText(api, readGhost, text);
    expect(lines.slice(3).map((line) => line.replace(/export:1/, "at"))).toEqual([
      "created paid",
      'note at: "Paid" has the visibility paid, so it becomes a draft',
      'skipped at: "Raw" has no HTML, and its content in Lexical cannot be read: it has no root',
      "created mail",
      'note at: "Mail" was an email, so it becomes a draft',
    ]);
    expect(await postOf(api, "paid")).toMatchObject({
      status: "draft",
      isAccessibleForFree: false,
    });
  });

  it.each([
    [
      '{"db":[{"data":{"posts":[{"id":"1",}]}}]}',
      /^Cannot read export:1:26: a record of posts is not valid JSON: /,
    ],
    ['{"db":[{"data":{"posts":[{"id":"1"}', /^Cannot read export:1:35: the JSON ends before it is complete$/],
    ['{"db":[}', /^Cannot read export:1:8: unexpected }$/],
    ['{"a":1}', /^Cannot read export: it is not a Ghost export/],
    ["", /the JSON ends before it is complete/],
    ["<html>", /^Cannot read export:1:1: unexpected "<"$/],
  ])("that is malformed is refused with its place: %s", async (text, message) => {
    await expect(readAll(readGhost, text, 5)).rejects.toThrow(message);
  });
});

describe("an HTML page", () => {
  const options = { path: "blog/2025-01-02-hello.html", siteUrl, now: 0 };

  it("becomes a post of its article", () => {
    const page = `<!doctype html><html lang="de"><head><title>Hello – Acme</title>
<meta name="description" content="It &amp; more"><meta property="og:image" content="/a.png">
<meta name="author" content="Ada"><meta name="keywords" content="a, b">
<meta property="article:published_time" content="2025-01-02T10:00:00+01:00"></head>
<body><nav>Menu</nav><main><article><h1>Hello <i>you</i></h1><script>x()</script><h2>Why?</h2><p>So.</p></article></main></body></html>`;
    expect([...readHtml(page, "hello.html", options)]).toEqual([
      {
        kind: "post",
        key: "blog/2025-01-02-hello.html",
        place: { file: "hello.html", line: 1 },
        translationKey: "/blog/2025-01-02-hello",
        input: {
          name: "Hello you",
          slug: "hello",
          description: "It & more",
          image: "https://acme.example/a.png",
          author: "Ada",
          tags: ["a", "b"],
          inLanguage: "de",
          publishedAt: "2025-01-02T09:00:00.000Z",
          createdAt: "2025-01-02T09:00:00.000Z",
          html: "<h2>Why?</h2><p>So.</p>",
        },
      },
    ]);
  });

  it("is named by its title if it has no heading, and skipped if it has neither", () => {
    const [named] = readHtml("<title>Hello</title><p>x</p>", "a.html", options);
    expect(named).toMatchObject({ input: { name: "Hello", html: "<p>x</p>", publishedAt: "2025-01-02" } });
    expect([...readHtml("<p>x</p>", "a.html", options)]).toMatchObject([{ kind: "skipped" }]);
  });
});

describe("a feed", () => {
  it("of RSS becomes posts", async () => {
    const api = await newApi();
    const rss = `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><language>en-us</language>
<item><title>A &amp; B</title><link>https://x.example/2025/a-b/</link><description>&lt;p&gt;Short&lt;/p&gt;</description>
<content:encoded><![CDATA[<p>Long</p>]]></content:encoded><category>News</category><pubDate>Tue, 04 Feb 2025 10:00:00 +0100</pubDate>
<enclosure url="https://x.example/a.jpg" type="image/jpeg" length="1"/></item></channel></rss>`;
    expect(await importItems(api, readFeed(sourceOf(rss, 7), { siteUrl }))).toEqual(["created a-b"]);
    expect(await importText(api, readFeed, rss)).toEqual(["unchanged a-b"]);
    expect(await postOf(api, "a-b")).toMatchObject({
      name: "A & B",
      html: "<p>Long</p>",
      description: "Short",
      tags: ["News"],
      inLanguage: "en-US",
      image: "https://x.example/a.jpg",
      publishedAt: "2025-02-04T09:00:00.000Z",
    });
  });

  it("of Atom becomes posts, including XHTML and plain text", async () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<entry><title>One</title><link rel="alternate" href="https://x.example/one"/><id>tag:1</id><updated>2025-02-05T00:00:00Z</updated><published>2025-02-04T00:00:00Z</published>
<author><name>Ada</name></author><category term="news"/><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p class="a">x &lt; y<br/></p></div></content></entry>
<entry><title>Two</title><link href="https://x.example/two"/><updated>2025-02-05T00:00:00Z</updated><content>a &lt; b</content><summary>S</summary></entry></feed>`;
    const items = await readAll(readFeed, atom);
    expect(items).toMatchObject([
      {
        input: {
          slug: "one",
          author: "Ada",
          tags: ["news"],
          html: '<p class="a">x &lt; y<br></p>',
          publishedAt: "2025-02-04T00:00:00.000Z",
          updatedAt: "2025-02-05T00:00:00.000Z",
        },
      },
      { input: { slug: "two", html: "<p>a &lt; b</p>", description: "S" } },
    ]);
  });

  it("that is malformed is refused before its first post", async () => {
    const rss = "<rss><channel><item><title>One</title></item>\n<item><title>Two</item></channel></rss>";
    const api = await newApi();
    await expect(importText(api, readFeed, rss)).rejects.toThrow(
      /^Cannot read export:2:\d+: unexpected close tag/,
    );
    expect(await postOf(api, "one")).toBeNull();
  });

  it("without entries is refused", async () => {
    await expect(readAll(readFeed, "<rss></rss>")).rejects.toThrow("it is not a feed");
  });
});
