import { describe, expect, it } from "vitest";
import {
  type ImportedPost,
  type ImportItem,
  type ImportNote,
  linkTranslations,
  PageLinks,
  readBlogger,
  readFeed,
  readGhost,
  type ReadItems,
  readPostFile,
  readSubstack,
  readWordPress,
  SlugPlan,
} from "../../lib/import/mod.ts";
import { allOf } from "../async_items.ts";
import { escapeHtml } from "../../lib/import/markup/escape_html.ts";
import { importItems, newApi, siteUrl, sourceOf } from "./_import.ts";
import { wordpressExport, wordpressItem } from "./generators.ts";

/** Reads an export or a folder in two passes, as the commands do. */
async function readLinked(read: ReadItems, isExport: boolean): Promise<ImportItem[]> {
  const slugs = new SlugPlan((await newApi()).posts, { organizationSlug: "acme" });
  const links = new PageLinks({
    slugs,
    addressOf: (slug) => `/new/${slug}`,
    exportUrl: isExport ? siteUrl : undefined,
  });
  return allOf(linkTranslations(read, { links }));
}

const target = '<h2 id="why">Why?</h2><p>Because.</p>';
const attachment = wordpressItem({
  id: 15,
  slug: "photo",
  type: "attachment",
  status: "inherit",
  more: "<wp:attachment_url>https://old.acme.example/up/photo.jpg</wp:attachment_url>",
});

/** Returns a WordPress export whose post 12 has the slug `b`. */
function wordpress(content: string): ReadItems {
  const items = [
    wordpressItem({ id: 1, slug: "a", title: "A", content }),
    wordpressItem({ id: 12, slug: "b", content: target }),
    wordpressItem({ id: 13, slug: "guide", type: "page", content: "<p>x</p>" }),
    attachment,
  ].map((item) => item.replace("https://old.acme.example/?p=12", "http://earlier.example/?p=12"));
  const text = [...wordpressExport({ posts: 0 })]
    .join("")
    .replace("</channel>", () => `${items.join("")}</channel>`);
  return (pass) => readWordPress(sourceOf(text), { siteUrl, content: pass === "posts" });
}

function ghost(html: string): ReadItems {
  const posts = [
    { id: "1", title: "A", slug: "a", status: "published", html },
    { id: "2", title: "B", slug: "b", status: "published", html: target },
  ];
  const text = JSON.stringify({ db: [{ meta: {}, data: { posts } }] });
  return (pass) => readGhost(sourceOf(text), { siteUrl, content: pass === "posts" });
}

function rss(html: string): ReadItems {
  const item = (slug: string, content: string): string =>
    `<item><title>${slug.toUpperCase()}</title><link>http://old.example/2020/01/${slug}/</link><guid isPermaLink="false">http://old.example/?p=${slug === "b" ? 12 : 1}</guid><description>${escapeHtml(content)}</description></item>`;
  const text = `<rss><channel>${item("a", html)}${item("b", target)}</channel></rss>`;
  return (pass) => readFeed(sourceOf(text), { siteUrl, content: pass === "posts" });
}

function atomEntry(slug: string, content: string, more = ""): string {
  return `<entry><id>tag:${slug}</id><title>${slug.toUpperCase()}</title>${more}<link rel="alternate" href="https://old.blogspot.com/2020/01/${slug}.html"/><content type="html">${escapeHtml(content)}</content></entry>`;
}

function atom(html: string): ReadItems {
  const text = `<feed xmlns="http://www.w3.org/2005/Atom">${atomEntry("a", html)}${atomEntry("b", target)}</feed>`;
  return (pass) => readFeed(sourceOf(text), { siteUrl, content: pass === "posts" });
}

function blogger(html: string): ReadItems {
  const text = `<feed xmlns="http://www.w3.org/2005/Atom">${atomEntry("a", html)}${atomEntry("b", target)}</feed>`;
  return (pass) => readBlogger(sourceOf(text), { siteUrl, content: pass === "posts" });
}

function substack(html: string): ReadItems {
  const list = "post_id,title,is_published,audience\n1.a,A,true,everyone\n2.b,B,true,everyone\n";
  return (pass) =>
    readSubstack(sourceOf(list), { siteUrl }, async (id) =>
      pass === "keys" ? "" : id === "1.a" ? html : target,
    );
}

function medium(html: string): ReadItems {
  const page = (slug: string, content: string): string =>
    `<html><body><article class="h-entry"><h1 class="p-name">${slug}</h1><section class="e-content"><h3>t</h3><p>x</p>${content}</section><footer><a class="p-canonical" href="https://medium.com/@ada/${slug}">c</a></footer></article></body></html>`;
  const files = {
    "posts/2020-01-01_a-aaaaaaaaaaaa.html": html,
    "posts/2020-01-02_b-bbbbbbbbbbbb.html": target,
  };
  return function* (pass) {
    for (const [path, content] of Object.entries(files)) {
      const text = page(path.slice(17, -5), content);
      const options = { path, siteUrl, now: 0, linksLater: true, content: pass === "posts" };
      yield* readPostFile({ format: "medium", text, file: path, options });
    }
  };
}

function htmlFolder(html: string): ReadItems {
  const page = (name: string, content: string): string =>
    `<head><link rel="canonical" href="https://old.example/x/${name}"></head><body><h1>${name}</h1>${content}</body>`;
  const files = { "x/a.html": html, "x/b.html": target };
  return function* (pass) {
    for (const [path, content] of Object.entries(files)) {
      const text = `<html>${page(path.slice(2, 3), content)}</html>`;
      const options = { path, siteUrl, now: 0, linksLater: true, content: pass === "posts" };
      yield* readPostFile({ format: "html", text, file: path, options });
    }
  };
}

/** The addresses of the post `b` in each source. A new source of imports belongs here. */
const sources: readonly [name: string, make: (html: string) => ReadItems, addresses: readonly string[]][] = [
  [
    "WordPress",
    wordpress,
    [
      "https://old.acme.example/b/",
      "http://www.old.acme.example/b",
      "//old.acme.example/b/",
      "/b/",
      "../b/",
      "?p=12",
      "/?p=12",
      "https://old.acme.example/?p=12",
      "https://old.acme.example/?page_id=12&#038;preview=true",
      "https://old.acme.example/index.php?p=12",
      "https://old.acme.example/2025/02/b/",
      "https://old.acme.example/2025/02/03/b/",
      "https://old.acme.example/archives/12",
      "http://earlier.example/2025/02/b/",
      "https://acme.example/b/",
    ],
  ],
  [
    "Ghost",
    ghost,
    ["__GHOST_URL__/b/", "__GHOST_URL__/2020/01/b/", "https://www.acme.example/b", "/b/", "../b/"],
  ],
  [
    "RSS",
    rss,
    ["http://old.example/2020/01/b/", "https://www.old.example/2020/01/b", "/2020/01/b/", "../b/", "/?p=12"],
  ],
  ["Atom", atom, ["https://old.blogspot.com/2020/01/b.html", "/2020/01/b.html", "b.html"]],
  [
    "Blogger",
    blogger,
    ["http://old.blogspot.com/2020/01/b.html", "https://old.blogspot.co.uk/2020/01/b.html", "b.html"],
  ],
  ["Substack", substack, ["https://acme.example/p/b", "/p/b"]],
  [
    "Medium",
    medium,
    [
      "https://medium.com/@ada/b-bbbbbbbbbbbb",
      "https://medium.com/p/bbbbbbbbbbbb",
      "https://ada.medium.com/an-earlier-title-bbbbbbbbbbbb",
      "https://medium.com/a-publication/b-bbbbbbbbbbbb?source=x",
    ],
  ],
  [
    "HTML",
    htmlFolder,
    ["b.html", "./b", "/x/b", "https://old.example/x/b", "http://www.old.example/x/b.html"],
  ],
];

async function linksOf(
  read: ReadItems,
  isExport = true,
): Promise<{ addresses: string[]; notes: ImportNote[] }> {
  const items = await readLinked(read, isExport);
  const post = items.find((item): item is ImportedPost => item.kind === "post");
  const found = (post?.input.html ?? "").matchAll(/href="([^"]*)"/g);
  const notes = items.filter(
    (item): item is ImportNote => item.kind === "note" && item.category?.includes("link") === true,
  );
  return { addresses: Array.from(found, ([, address = ""]) => address), notes };
}

describe.each(sources)("links between posts of %s", (name, make, addresses) => {
  const isExport = name !== "HTML" && name !== "Medium";
  it.each(addresses)("lead to the post: %s", async (address) => {
    const { addresses: found, notes } = await linksOf(make(`<p><a href="${address}">b</a></p>`), isExport);
    expect(found).toEqual([expect.stringMatching(/^\/new\/b(?:\?source=x)?$/)]);
    expect(notes).toEqual([]);
  });

  it("keep fragments, and name those that the post does not have", async () => {
    const [address = ""] = addresses;
    const html = `<p><a href="${address}#why">b</a><a href="${address}#no">b</a></p>`;
    const { addresses: found, notes } = await linksOf(make(html), isExport);
    expect(found).toEqual(["/new/b#why", "/new/b#no"]);
    expect(notes).toMatchObject([{ category: "link-fragment" }]);
  });

  it("are named if no post has the address", async () => {
    const { addresses: found, notes } = await linksOf(
      make(
        '<p><a href="/category/news/">c</a><a href="https://example.com/b/">d</a><a href="mailto:b@x.example">e</a></p>',
      ),
      isExport,
    );
    expect(found).toEqual(["/category/news/", "https://example.com/b/", "mailto:b@x.example"]);
    const text = `the link to "/category/news/"${isExport ? ' in "A"' : ""} stays, because no post has this address`;
    expect(notes).toMatchObject([{ category: "link-to-other-page", text }]);
  });
});

describe("links in a WordPress export", () => {
  it.each([
    '<a href="https://old.acme.example/photo/"><img src="x.jpg"></a>',
    '<a href="/?attachment_id=15">x</a>',
    '<a href="https://old.acme.example/another/" rel="attachment wp-att-15">x</a>',
  ])("to an attachment's page lead to its file: %s", async (html) => {
    expect(await linksOf(wordpress(html))).toEqual({
      addresses: ["https://old.acme.example/up/photo.jpg"],
      notes: [],
    });
  });

  it("by the id of a page lead to it, and an unknown id is named with the post and its address", async () => {
    const { addresses, notes } = await linksOf(
      wordpress(
        '<a href="?page_id=13">x</a><a href="?p=999">y</a><a href="https://old.acme.example/?cat=3">z</a>',
      ),
    );
    expect(addresses).toEqual(["/new/guide", "?p=999", "https://old.acme.example/?cat=3"]);
    expect(notes).toMatchObject([
      {
        category: "dead-link",
        isLoss: true,
        text: 'the link to "?p=999" in "A" has no target among the posts',
      },
      { category: "link-to-other-page" },
    ]);
    expect(notes[0]?.place.file).toBe("export");
    expect(notes[0]?.place.line).toBeGreaterThan(10);
  });

  it("lead to the slug that the post gets in the store", async () => {
    const api = await newApi();
    await api.posts.create("acme", { name: "Other", slug: "b" });
    const settings = { organizationSlug: "acme", source: "wordpress" };
    for (const outcome of ["created", "unchanged"]) {
      const slugs = new SlugPlan(api.posts, settings);
      const links = new PageLinks({ slugs, addressOf: (slug) => `/new/${slug}`, exportUrl: siteUrl });
      const read = linkTranslations(wordpress('<a href="?p=12">b</a>'), { links });
      expect(await importItems(api, read, settings)).toEqual([
        `${outcome} a`,
        `${outcome} b-2`,
        `${outcome} guide`,
        expect.stringContaining("attachment"),
      ]);
      const post = await api.posts.get({ organizationSlug: "acme", slug: "a" });
      expect(post?.html).toContain('href="/new/b-2"');
    }
  });
});
