import { describe, expect, it } from "vitest";
import {
  type ImportItem,
  readBlogger,
  readFeed,
  readGhost,
  readHtml,
  readMarkdown,
  readMedium,
  readSubstack,
  readWordPress,
} from "../../lib/import/mod.ts";
import { allOf } from "../async_items.ts";
import { readAll, siteUrl, sourceOf } from "./_import.ts";

const options = { path: "posts/a.html", siteUrl, now: Date.parse("2026-11-21T00:00:00Z") };
const kind =
  '<category scheme="http://schemas.google.com/g/2005#kind" term="http://schemas.google.com/blogger/2008/kind#post"/>';

function rss(item: string): string {
  return `<rss xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><channel><item><title>A</title><link>https://x.example/a</link>${item}</item></channel></rss>`;
}

function atom(entry: string): string {
  return `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><title>A</title>${entry}</entry></feed>`;
}

function wordpress(dates: string): string {
  return `<rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><wp:wxr_version>1.2</wp:wxr_version><item><title>A</title>${dates}<wp:post_id>1</wp:post_id><wp:post_name>a</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type><content:encoded>x</content:encoded></item></channel></rss>`;
}

/** Reads a public post with a time of publication. A new source of imports belongs here. */
const sources: readonly [name: string, read: (date: string) => Promise<ImportItem[]>][] = [
  [
    "Markdown",
    async (date) => [...readMarkdown(`---\ntitle: a\ndate: "${date}"\n---\nText`, "a.md", options)],
  ],
  ["JSON", async (date) => [...readMarkdown(`{"title": "a", "date": "${date}"}\nText`, "a.md", options)]],
  [
    "TOML",
    async (date) => [...readMarkdown(`+++\ntitle = "a"\ndate = "${date}"\n+++\nText`, "a.md", options)],
  ],
  [
    "Material",
    async (date) => [...readMarkdown(`---\ntitle: a\ndate:\n  created: "${date}"\n---\nx`, "a.md", options)],
  ],
  [
    "HTML",
    async (date) => [
      ...readHtml(
        `<title>A</title><meta property="article:published_time" content="${date}">x`,
        "a.html",
        options,
      ),
    ],
  ],
  [
    "HTML with time",
    async (date) => [...readHtml(`<title>A</title><time datetime="${date}">x</time>`, "a.html", options)],
  ],
  [
    "HTML with a date of Pelican",
    async (date) => [...readHtml(`<title>A</title><meta name="date" content="${date}">x`, "a.html", options)],
  ],
  ["RSS", async (date) => readAll(readFeed, rss(`<pubDate>${date}</pubDate>`))],
  ["RSS with Dublin Core", async (date) => readAll(readFeed, rss(`<dc:date>${date}</dc:date>`))],
  ["Atom", async (date) => readAll(readFeed, atom(`<published>${date}</published>`))],
  ["Atom without publication", async (date) => readAll(readFeed, atom(`<updated>${date}</updated>`))],
  ["Blogger", async (date) => readAll(readBlogger, atom(`${kind}<published>${date}</published>`))],
  [
    "Medium",
    async (date) => [
      ...readMedium(
        `<h1 class="p-name">A</h1><section class="e-content"><h3>B</h3><p>x</p><p>y</p></section><time class="dt-published" datetime="${date}"></time><a class="p-canonical" href="https://medium.com/a"></a>`,
        "a.html",
        options,
      ),
    ],
  ],
  [
    "Ghost",
    async (date) =>
      readAll(
        readGhost,
        JSON.stringify({
          db: [
            {
              meta: {},
              data: { posts: [{ id: "1", title: "A", status: "published", html: "x", published_at: date }] },
            },
          ],
        }),
      ),
  ],
  [
    "Substack",
    async (date) =>
      allOf(
        readSubstack(
          sourceOf(
            `post_id,post_date,is_published,email_sent_at,type,audience,title,subtitle,podcast_url\n1.a,"${date}",TRUE,,newsletter,everyone,A,,`,
          ),
          { siteUrl },
          async () => "<p>x</p>",
        ),
      ),
  ],
  [
    "WordPress",
    async (date) => readAll(readWordPress, wordpress(`<wp:post_date_gmt>${date}</wp:post_date_gmt>`)),
  ],
  ["WordPress with pubDate", async (date) => readAll(readWordPress, wordpress(`<pubDate>${date}</pubDate>`))],
];

const readable: readonly [text: string, instant: string][] = [
  ["2026-02-28T10:00:00Z", "2026-02-28T10:00:00.000Z"],
  ["Sat, 28 Feb 2026 10:00:00 GMT", "2026-02-28T10:00:00.000Z"],
  ["28 Feb 26 10:00 +0100", "2026-02-28T09:00:00.000Z"],
  ["Sun, 01 Feb 98 10:00:00 EST", "1998-02-01T15:00:00.000Z"],
  ["Feb 28, 2026", "2026-02-28T00:00:00.000Z"],
  ["Sat, 28 Feb 2026 10:00:00 CEST", "2026-02-28T08:00:00.000Z"],
  ["28 Feb 26 10:00 PDT", "2026-02-28T17:00:00.000Z"],
  ["2026-02-28 10:00 JST", "2026-02-28T01:00:00.000Z"],
  ["2026-02-28 10:00:00 UTC", "2026-02-28T10:00:00.000Z"],
];

/** Times in zones whose names have several meanings. */
const ambiguous = ["Sat, 28 Feb 2026 10:00:00 IST", "2026-02-28 10:00 BST"];

const unreadable = [
  "soon",
  "2026-02-30",
  "2026-02-30T10:00:00Z",
  "2026/02/30",
  "Mon, 30 Feb 2026 10:00:00 GMT",
  "30 February 2026",
  "Feb 30, 2026",
  "31 Apr 26 10:00 GMT",
  "29 Feb 2025",
  "2026-13-01",
  "2026-02-28T25:00:00Z",
  "28 Feb 226",
  "28.02.2026",
  "2026-02-30 10:00 IST",
  "Mon, 30 Feb 2026 10:00:00 CEST",
  "2026-02-28 10:00 XYZ",
];

describe.each(sources)("the time of a post of %s", (_name, read) => {
  it.each(readable)("is read: %s", async (text, instant) => {
    expect(await read(text)).toMatchObject([{ kind: "post", input: { publishedAt: instant } }]);
  });

  it.each(ambiguous)("is read without its zone, which is named: %s", async (text) => {
    expect(await read(text)).toMatchObject([
      { kind: "post", input: { publishedAt: "2026-02-28T10:00:00.000Z" } },
      { kind: "note", category: "time-zone", text: expect.stringContaining(JSON.stringify(text)) },
    ]);
  });

  it.each(unreadable)("makes it a draft, and is named: %s", async (text) => {
    const [post, ...others] = await read(text);
    expect(post).toMatchObject({ kind: "post", input: { status: "draft" } });
    expect(post?.kind === "post" && post.input).not.toHaveProperty("publishedAt");
    expect(others).toMatchObject([
      {
        kind: "note",
        category: "date",
        isLoss: true,
        text: expect.stringContaining(`${JSON.stringify(text)}, so it becomes a draft`),
      },
    ]);
  });
});

it("a time of change that cannot be read is named, and the post stays public", async () => {
  const items = await readAll(
    readFeed,
    atom("<published>2026-01-01T00:00:00Z</published><updated>soon</updated>"),
  );
  expect(items).toMatchObject([
    { input: { publishedAt: "2026-01-01T00:00:00.000Z" } },
    { kind: "note", category: "date", text: '"A" has times that cannot be read: updated "soon"' },
  ]);
  expect(items[0]).not.toHaveProperty("input.status");
});

it.each([
  ["draft", "draft", []],
  ["published", "published", []],
  ["hidden", "draft", []],
  ["frobnicated", "draft", [{ category: "status", isLoss: true }]],
])("the status %s of an HTML page is that of the post", (status, expected, notes) => {
  const page = `<title>A</title><meta name="status" content="${status}"><p>x</p>`;
  expect([...readHtml(page, "a.html", options)]).toMatchObject([
    { kind: "post", input: { status: expected } },
    ...notes,
  ]);
});

it("an end of the publication that cannot be read keeps the post back", async () => {
  const items = await readAll(readFeed, rss("<dcterms:valid>soon</dcterms:valid>"));
  expect(items).toMatchObject([
    { input: { status: "draft" } },
    { category: "not-public" },
    { category: "date" },
  ]);
});

it("a day that the calendar does not have is named in TOML, too", () => {
  const items = [...readMarkdown("+++\ntitle = 'a'\ndate = 2026-02-30\n+++\nText", "a.md", options)];
  expect(items.map((item) => item.kind)).not.toEqual(["post"]);
});

it("a mapping of Material for MkDocs has the times of creation and change", () => {
  const text = "---\ntitle: a\ndate:\n  created: 2026-01-01\n  updated: 2026-02-01\n---\nText";
  expect([...readMarkdown(text, "a.md", options)]).toMatchObject([
    { input: { publishedAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-02-01T00:00:00.000Z" } },
  ]);
});

describe("a title of a feed", () => {
  it.each([
    ["Atom", atom("").replace("<title>A<", "<title>The &lt;details&gt; element<"), "The <details> element"],
    ["Atom text", atom("").replace("<title>A<", '<title type="text">A &amp;amp; B<'), "A &amp; B"],
    [
      "Atom HTML",
      atom("").replace("<title>A<", '<title type="html">A &lt;b&gt;B&lt;/b&gt; &amp;amp; C<'),
      "A B & C",
    ],
    ["Atom XHTML", atom("").replace("<title>A<", '<title type="xhtml"><div>A <b>B</b></div><'), "A B"],
    ["RSS", rss("").replace("<title>A<", "<title>The &lt;details&gt; element<"), "The <details> element"],
  ])("is HTML only if its type says so: %s", async (_name, text, title) => {
    expect(await readAll(readFeed, text)).toMatchObject([{ input: { name: title } }]);
  });
});
