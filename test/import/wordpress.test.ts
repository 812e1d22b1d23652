import { describe, expect, it } from "vitest";
import { extractFaqEntries } from "../../lib/faq/mod.ts";
import { readWordPress } from "../../lib/import/mod.ts";
import { type WordPressItem, wordpressExport, wordpressItem } from "./generators.ts";
import { importItems, newApi, siteUrl, sourceOf, readAll, importText, postOf } from "./_import.ts";

/** Returns an export with the given items. */
function exportOf(items: Partial<WordPressItem>[], version = "1.2"): string {
  const whole = [...wordpressExport({ posts: 0, version })].join("");
  const texts = items.map((item, id) => wordpressItem({ id, ...item }));
  return whole.replace("</channel>", `${texts.join("")}</channel>`);
}

describe("a WordPress export", () => {
  it.each(["1.0", "1.1", "1.2"])(
    "of version %s is imported, and changes nothing the second time",
    async (version) => {
      const api = await newApi();
      const text = [...wordpressExport({ posts: 3, version })].join("");
      for (const outcome of ["created", "unchanged"]) {
        const lines = await importItems(api, readWordPress(sourceOf(text, 37), { siteUrl }));
        expect(lines).toEqual([
          ...[1, 2, 3].map((index) => `${outcome} shop-${index}-opens`),
          "note export:50: 3 items of the type attachment, so neither post nor page",
        ]);
      }
      const post = await postOf(api, "shop-2-opens");
      expect(post).toMatchObject({
        name: "Shop 2 opens",
        author: "Ada Lovelace",
        articleSection: "News",
        tags: ["Shops & more"],
        inLanguage: "en-GB",
        image: "https://old.acme.example/wp-content/uploads/shop-2.jpg",
        publishedAt: "2025-03-03T09:00:00.000Z",
        updatedAt: "2025-03-03T12:30:00.000Z",
        status: "published",
      });
      expect(post?.html).toMatch(/^<h2 class="wp-block-heading">When does shop 2 open\?<\/h2>/);
      expect(post?.html).not.toContain("wp:paragraph");
      expect(extractFaqEntries(post?.html ?? "")).toHaveLength(1);
    },
  );

  it("is imported without ids, and changes nothing the second time", async () => {
    const api = await newApi();
    const text = exportOf([{}, {}]).replace(/<wp:post_id>.*?<\/wp:post_id>|<guid.*?<\/guid>/g, "");
    expect(text).not.toContain("wp:post_id");
    for (const outcome of ["created", "unchanged"]) {
      const items = readWordPress(sourceOf(text), { siteUrl });
      const lines = await importItems(api, items, { source: "wordpress" });
      expect(lines).toEqual([`${outcome} t0`, `${outcome} t1`]);
    }
  });

  it("imports private posts as drafts, and reports skipped items", async () => {
    const api = await newApi();
    const text = exportOf([
      { status: "draft", more: "<wp:post_date_gmt><![CDATA[0000-00-00 00:00:00]]></wp:post_date_gmt>" },
      { status: "future", more: "<wp:post_date_gmt><![CDATA[2030-01-01 00:00:00]]></wp:post_date_gmt>" },
      { status: "private" },
      { status: "trash" },
      { type: "page" },
      { type: "nav_menu_item" },
      { content: '[gallery ids="1"] and [note]x[/note] but [sic]' },
      { slug: "%e4%b8%ad%e6%96%87" },
      { title: "", slug: "" },
    ]);
    expect(await importText(api, readWordPress, text)).toEqual([
      "created t0",
      "created t1",
      "created t2",
      'note export:47: "T2" is private, so it becomes a draft',
      expect.stringMatching(/^note export:\d+: "T3" has the status trash$/),
      "created t4",
      "created t6",
      expect.stringMatching(
        /^note .*"T6" contains the shortcodes \[gallery\], \[note\], which stay unchanged$/,
      ),
      expect.stringMatching(/^note .*"T6" shows the attachments 1, which are not in the export$/),
      "created 中文",
      expect.stringMatching(/^skipped .*has neither title nor slug$/),
      expect.stringMatching(/^note export:\d+: 1 item of the type nav_menu_item, so neither post nor page$/),
    ]);
    const statuses = ["t0", "t1", "t2", "t4"].map(async (slug) => (await postOf(api, slug))?.status);
    expect(await Promise.all(statuses)).toEqual(["draft", "scheduled", "draft", "published"]);
  });

  it("of version 1.0 uses the older name for tags, and a draft's slug comes from its title", async () => {
    const more = '<category domain="tag" nicename="x"><![CDATA[Old tag]]></category>';
    const text = exportOf([{ title: "Hello", slug: "", status: "draft", more }], "1.0").replace(
      /<link>[^<]*\/\/<\/link>/,
      "<link>https://old.acme.example/?p=0</link>",
    );
    const [item] = await readAll(readWordPress, text);
    expect(item).toMatchObject({ input: { slug: "hello", tags: ["Old tag"] } });
  });

  it.each([
    ["<rss><channel><item></channel></rss>", /^Cannot read export:1:\d+: unexpected close tag/],
    ["<rss>\n<channel>\n<item>", /^Cannot read export:3:\d+: unclosed tag: item/],
    ["<rss><channel><item></item></channel></rss>", /^Cannot read export:1: it is not a WordPress export/],
    ["<html></html>", /^Cannot read export: it is not a WordPress export/],
    ["no xml", /^Cannot read export:1:\d+: /],
    [exportOf([], "2.0"), /^Cannot read export:\d+: its version must be 1\.0, 1\.1 or 1\.2, but is 2\.0$/],
  ])("that is malformed is refused with its place: %.40s", async (text, message) => {
    await expect(readAll(readWordPress, text)).rejects.toThrow(message);
  });

  it("that is truncated imports only the complete posts", async () => {
    const api = await newApi();
    const text = [...wordpressExport({ posts: 3 })].join("");
    const broken = text.slice(0, text.indexOf("When does shop 3"));
    // The first read, for attachments, gets the whole file. The second read, for posts, gets the truncated file.
    let reads = 0;
    const source = { file: "export", read: () => sourceOf(reads++ === 0 ? text : broken).read() };
    await expect(importItems(api, readWordPress(source, { siteUrl }))).rejects.toThrow(
      /Cannot read export:\d+/,
    );
    expect(await postOf(api, "shop-2-opens")).not.toBeNull();
    expect(await postOf(api, "shop-3-opens")).toBeNull();
  });

  it.each(["x", " ", "0"])("makes a draft of a post with the password %j", async (password) => {
    const text = exportOf([{}]).replace("<wp:post_password><![CDATA[", `$&${password}`);
    expect(await readAll(readWordPress, text)).toMatchObject([
      { input: { status: "draft" } },
      { kind: "note", category: "not-public", text: '"T0" has a password, so it becomes a draft' },
    ]);
  });

  it("makes a draft of a post without a status, and of a scheduled post without a date", async () => {
    const text = exportOf([{}, { status: "future" }])
      .replace("<wp:status><![CDATA[publish]]></wp:status>", "")
      .replaceAll(/<pubDate>[^<]*</g, "<pubDate>Wed, 30 Nov -0001 00:00:00 +0000<");
    const items = await readAll(readWordPress, text);
    expect(items).toMatchObject([
      { input: { status: "draft" } },
      { input: { status: "draft" } },
      { kind: "note", category: "date" },
    ]);
  });

  it("reads the local times of a draft by the site's distance from UTC", async () => {
    const more = `<wp:post_date>2026-07-01 12:00:00</wp:post_date><wp:post_date_gmt>0000-00-00 00:00:00</wp:post_date_gmt>
<wp:post_modified>2026-07-02 12:00:00</wp:post_modified><wp:post_modified_gmt>2026-07-02 10:00:00</wp:post_modified_gmt>`;
    const text = exportOf([{ status: "draft", more }]).replace(
      /<pubDate>[^<]*</,
      "<pubDate>Wed, 30 Nov -0001 00:00:00 +0000<",
    );
    const [item] = await readAll(readWordPress, text);
    expect(item).toMatchObject({
      input: { createdAt: "2026-07-01T10:00:00.000Z", updatedAt: "2026-07-02T10:00:00.000Z" },
    });
    expect(item).not.toHaveProperty("input.publishedAt");
  });

  it("reports each kind of other item once, and other types with content as a loss", async () => {
    const comment = "<wp:comment><wp:comment_content>x</wp:comment_content></wp:comment>";
    const text = exportOf([
      { more: comment + comment },
      { type: "nav_menu_item" },
      { type: "nav_menu_item" },
      { type: "wp_template" },
      { type: "product" },
    ]);
    const [, ...items] = await readAll(readWordPress, text);
    expect(items).toMatchObject([
      { kind: "skipped", category: "comment", isLoss: false, reason: "2 comments" },
      {
        kind: "skipped",
        category: "menu-item",
        isLoss: false,
        reason: "2 items of the type nav_menu_item, so neither post nor page",
      },
      { kind: "skipped", category: "template", isLoss: false },
      { kind: "skipped", category: "other-type", isLoss: true },
    ]);
  });

  it("names the tags above the limit, and a featured image that the export lacks", async () => {
    const names = Array.from({ length: 52 }, (_, index) => `Tag ${index}`);
    const more = [
      ...names.map((name) => `<category domain="post_tag"><![CDATA[${name}]]></category>`),
      "<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>77</wp:meta_value></wp:postmeta>",
    ].join("");
    const items = await readAll(readWordPress, exportOf([{ more }]));
    expect(items).toMatchObject([
      { input: { tags: names.slice(0, 50) } },
      { category: "featured-image", isLoss: true, text: expect.stringContaining("attachment 77") as string },
      {
        category: "tag-limit",
        count: 2,
        isLoss: true,
        text: expect.stringMatching(/: Tag 50, Tag 51$/) as string,
      },
    ]);
  });

  it("reads titles and categories as HTML, as WordPress stores them", async () => {
    const more = '<category domain="category"><![CDATA[Tips &amp; Tricks]]></category>';
    const text = exportOf([{ title: "Q&amp;A in <em>May</em>", more }]);
    const [item] = await readAll(readWordPress, text);
    expect(item).toMatchObject({ input: { name: "Q&A in May", articleSection: "Tips & Tricks" } });
  });

  it("lets the event loop run while it converts a long post, and skips a longer one", async () => {
    const text = exportOf([{ content: "<b>x\n".repeat(100_000) }, { content: "x".repeat(2_000_001) }]);
    const items = readAll(readWordPress, text, 65_536);
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const found = await items;
    clearInterval(timer);
    expect(found).toMatchObject([{ kind: "post" }, { kind: "skipped", category: "too-long" }]);
    expect(turns).toBeGreaterThan(1);
  });
});

describe("details of a WordPress post", () => {
  const meta = (key: string, value: string): string =>
    `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;

  it("that are not imported are counted by kind, and are no loss", async () => {
    const more = `${meta("_edit_last", "1")}${meta("subtitle", "A")}${meta("rating", "5")}<category domain="genre"><![CDATA[Jazz]]></category>`;
    const items = await readAll(readWordPress, exportOf([{ more }, { more }]));
    expect(items.filter(({ kind }) => kind !== "post")).toMatchObject([
      {
        category: "custom-field",
        count: 2,
        isLoss: false,
        reason: '2 values of the custom field "subtitle"',
      },
      { category: "custom-field", count: 2, isLoss: false, reason: '2 values of the custom field "rating"' },
      {
        category: "taxonomy",
        count: 2,
        isLoss: false,
        reason: '2 assignments to terms of the taxonomy "genre"',
      },
    ]);
  });

  it.each(["_yoast_wpseo_metadesc _yoast_wpseo_canonical", "rank_math_description rank_math_canonical_url"])(
    "are its description and canonical address in %s",
    async (names) => {
      const [description = "", canonical = ""] = names.split(" ");
      const more = meta(description, "Short &amp; good") + meta(canonical, "https://first.example/a");
      const items = await readAll(readWordPress, exportOf([{ more }]));
      expect(items).toMatchObject([
        { input: { description: "Short & good", canonicalUrl: "https://first.example/a" } },
      ]);
      const template = await readAll(readWordPress, exportOf([{ more: meta(description, "%%title%% a") }]));
      expect(template[0]).not.toHaveProperty("input.description", expect.stringContaining("%%"));
    },
  );

  it("are redirects of its earlier slugs", async () => {
    const more = meta("_wp_old_slug", "first") + meta("_wp_old_slug", "second") + meta("_wp_old_slug", "a/b");
    const [post] = await readAll(readWordPress, exportOf([{ more }]));
    if (post?.kind !== "post") throw new Error("The export has no post.");
    const { sourceUrl = "", input } = post;
    const { pathname } = new URL(sourceUrl);
    const pathOf = (slug: string): string => pathname.replace(input.slug ?? "", slug);
    expect(pathOf("first")).toContain("/first");
    expect(input.aliases).toEqual([pathOf("first"), pathOf("second")]);
  });

  it.each(["_yoast_wpseo_title", "_yoast_wpseo_focuskw", "_yoast_wpseo_meta-robots-noindex"])(
    "are counted in the private field %s, which a reader or search engine sees",
    async (name) => {
      const items = await readAll(readWordPress, exportOf([{ more: meta(name, "1") }]));
      expect(items[1]).toMatchObject({ reason: `1 value of the custom field "${name}"` });
    },
  );

  const content =
    '<!-- wp:paragraph --><p>a<sup data-fn="f1" class="fn"><a href="#f1" id="f1-link">1</a></sup></p><!-- /wp:paragraph --><!-- wp:footnotes /-->';
  it("such as footnotes are a list with links back", async () => {
    const more = meta("footnotes", JSON.stringify([{ id: "f1", content: "A <em>note</em>." }]));
    const items = await readAll(readWordPress, exportOf([{ content, more }]));
    expect(items).toHaveLength(1);
    const [post] = items;
    expect(post?.kind === "post" && post.input.html).toContain(
      '<h2 class="sr-only" id="footnote-label">Footnotes</h2>\n<ol class="wp-block-footnotes">\n<li id="f1">A <em>note</em>. <a href="#f1-link" aria-label="Back to reference 1">↩</a></li>\n</ol>',
    );
  });

  it("such as unreadable footnotes are a loss", async () => {
    for (const json of ["{", "{}", '[{"id":1}]', `[${"0,".repeat(1001)}0]`]) {
      const text = exportOf([{ content, more: meta("footnotes", json) }]);
      const [, note] = await readAll(readWordPress, text);
      expect(note).toMatchObject({
        category: "block",
        isLoss: true,
        text: expect.stringContaining("footnotes") as string,
      });
    }
  });
});
