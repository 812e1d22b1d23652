import { type Reading } from "../../lib/import/uploads/mod.ts";
import { type ImportItem, SlugPlan } from "../../lib/import/mod.ts";
import { describe, expect, it, vi } from "vitest";
import { UploadError } from "../../lib/import/uploads/mod.ts";
import { ghostExport, linesOf, openFile, wordpressExport, zipOf } from "./_upload.ts";

describe("the kind of an upload", () => {
  it.each([
    ["wordpress", "wordpress", "backup.txt", new Blob([wordpressExport(["One"])])],
    ["ghost", "ghost", "export.json", new Blob([ghostExport(["One"])])],
    ["ghost, with a byte order mark", "ghost", "export.json", new Blob(["\ufeff", ghostExport(["One"])])],
    [
      "feed",
      "feed",
      "feed",
      new Blob([
        '<?xml version="1.0"?><rss version="2.0"><channel><item><title>One</title><link>https://a.example/one</link></item></channel></rss>',
      ]),
    ],
    ["markdown", "markdown", "one.md", new Blob(["# One"])],
    ["markdown by its front matter", "markdown", "one", new Blob(["---\ntitle: One\n---\n"])],
    ["html", "html", "page", new Blob(["<!DOCTYPE html><title>One</title><p>Hi</p>"])],
    ["zip", "zip", "site.zip", zipOf({ "one.md": "# One" })],
    ["zip of a WordPress export", "wordpress", "wp.zip", zipOf({ "a/wp.001.xml": wordpressExport(["One"]) })],
    ["zip of a Ghost export", "ghost", "ghost.zip", zipOf({ "ghost.json": ghostExport(["One"]) })],
  ])("is found from the content: %s", async (_name, kind, name, file) => {
    const upload = await openFile(file, name);
    expect(upload.kind).toBe(kind);
    expect(await linesOf(file, name)).toContain("post One");
  });

  it("reads the zips of Medium and Substack", async () => {
    const medium = `<!DOCTYPE html><html><head><title>One</title></head><body><article class="h-entry"><header><h1 class="p-name">One</h1></header><section data-field="body" class="e-content"><p>Hi</p></section><footer><p>By <a class="p-author h-card" href="https://medium.com/@a">A</a></p><p>Exported from <a href="https://medium.com">Medium</a></p></footer></article></body></html>`;
    expect(
      (
        await openFile(
          zipOf({ "medium/posts/2020-01-01_One-abcdef123456.html": medium, "medium/README.html": "<p>" }),
          "medium.zip",
        )
      ).kind,
    ).toBe("medium");
    const list =
      "post_id,post_date,is_published,title,subtitle,type,audience\n1.one,2020-01-01T00:00:00Z,true,One,,newsletter,everyone\n";
    const substack = zipOf({ "posts.csv": list, "posts/1.one.html": "<p>Hi</p>" });
    expect((await openFile(substack, "export.zip")).kind).toBe("substack");
    expect(await linesOf(substack)).toEqual(["post One"]);
  });

  it.each([
    ["book.toml", "[book]", "{{#include x.rs}}", "{{#include y.rs}}"],
    ["mkdocs.yml", "site_name: A", '--8<-- "src/x.rs"', '--8<-- "y.rs"'],
  ])("reads the files of a zip that its pages include, with %s", async (config, text, form, missing) => {
    const files = { [config]: text, "src/x.rs": "fn included", "src/a.md": `# A\n\n${form}\n\n${missing}` };
    const items: ImportItem[] = [];
    for await (const item of (await openFile(zipOf(files), "book.zip")).items()) items.push(item);
    const post = items.find((item) => item.kind === "post");
    expect(post).toMatchObject({ input: { html: expect.stringContaining("fn included") as string } });
    expect(items).toContainEqual(
      expect.objectContaining({ kind: "note", category: "include", isLoss: true }),
    );
  });

  it.each([
    ["a PNG picture", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0])],
    ["a JPEG picture", new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0])],
    ["a PDF document", "%PDF-1.7"],
    ["a gzip archive", new Uint8Array([0x1f, 0x8b, 8, 0])],
    ["a RAR archive", "Rar!\u001a"],
    ["no text and no zip", new Uint8Array([1, 0, 2, 0])],
    ["a text of an unknown format", "just some words"],
    ["an XML or HTML file of another kind", "<svg></svg>"],
    ["a text of an unknown format", new Uint8Array([0xff, 0xfe, 65, 0])],
    ["empty", ""],
  ])("is named if the file is %s", async (words, content) => {
    const refused = openFile(new Blob([content]), "export.zip");
    await expect(refused).rejects.toThrow(UploadError);
    await expect(refused).rejects.toThrow(words);
  });

  it.each([
    ["an Office document", { "[Content_Types].xml": "<x/>", "word/document.xml": "<x/>" }, "Office document"],
    ["pictures only", { "a/b.png": "x", "a/c.png": "x" }, "Its files are .png"],
    ["nothing", {}, "It has no files"],
  ])("a zip with %s is refused", async (_name, files, words) => {
    await expect(openFile(zipOf(files), "a.zip")).rejects.toThrow(words);
  });
});

const posts = { findImported: () => Promise.resolve(null), getHeads: () => Promise.resolve([]) };
const links = (source: string): ReturnType<NonNullable<Reading["links"]>> => ({
  slugs: new SlugPlan(posts, { organizationSlug: "acme", source }),
  addressOf: (slug) => `https://acme.example/${slug}`,
});

describe("a zip of Markdown", () => {
  it("gives a post for each file, ordered by path, without the files of the system", async () => {
    const file = zipOf({
      "site/b.md": "# B",
      "site/a/index.html": "<title>A</title><p>Hi</p>",
      "site/picture.png": "x",
      "site/.git/c.md": "# C",
      "__MACOSX/site/._b.md": "# D",
      "site/node_modules/e.md": "# E",
    });
    expect(await linesOf(file)).toEqual([
      "post A",
      "post B",
      "note site: files that are not read as posts: .png (1)",
    ]);
    expect((await openFile(file, "download (1).zip")).source).toBe("site");
    expect((await openFile(zipOf({ "b.md": "# B", "c/d.md": "# D" }), "my blog (2).zip")).source).toBe(
      "my blog",
    );
  });

  it("reads stored files, front matter, the configuration of the site, and links translations", async () => {
    const files = {
      "_config.yml": "permalink: /:title/",
      "_posts/2020-01-02-hello.md": "---\ntitle: Hello\ntags: [a]\n---\nHi",
      "hello.de.md": "---\ntitle: Hallo\n---\nHi",
      "hello.en.md": "---\ntitle: Hello too\n---\nHi",
    };
    const upload = await openFile(zipOf(files, 0), "site.zip");
    const items = [];
    for await (const item of upload.items()) items.push(item);
    const posts = items.filter((item) => item.kind === "post").map(({ input }) => input);
    expect(posts.map(({ name }) => name)).toEqual(["Hello", "Hallo", "Hello too"]);
    expect(posts[0]).toMatchObject({ slug: "hello", tags: ["a"] });
    expect(posts[1]?.translations).toEqual(posts[2]?.translations);
    expect(Object.keys(posts[1]?.translations ?? {}).toSorted()).toEqual(["de", "en"]);
  });

  const byJane = "---\ntitle: A\nauthors: [jane]\n---\nText";

  it.each<[name: string, files: Record<string, string>]>([
    [
      "Docusaurus",
      {
        "docusaurus.config.js": "module.exports = {};",
        "blog/authors.yml": "jane: {name: Jane}",
        "blog/a.md": byJane,
      },
    ],
    [
      "Material",
      {
        "mkdocs.yml": "plugins: [blog]",
        "docs/blog/.authors.yml": "authors: {jane: {name: Jane}}",
        "docs/blog/posts/a.md": byJane,
      },
    ],
    [
      "Eleventy",
      {
        "eleventy.config.js": "export default {};",
        "blog/blog.json": '{"author": "Jane"}',
        "blog/a.md": "# A\n\nText",
      },
    ],
  ])("reads the authors of a site of %s", async (_name, files) => {
    const items = [];
    for await (const item of (await openFile(zipOf(files), "site.zip")).items()) items.push(item);
    const input = expect.objectContaining({ author: "Jane" }) as object;
    expect(items).toContainEqual(expect.objectContaining({ input }));
  });

  it("names files of a configuration beyond the limit", async () => {
    const data = Array.from({ length: 21 }, (_one, index) => [`d${index}/d${index}.json`, "{}"]);
    const files = { "eleventy.config.js": "", ...Object.fromEntries(data), "a.md": "# A\n\nText" };
    expect(await linesOf(zipOf(files as Record<string, string>))).toContain(
      "note eleventy.config.js: only 20 of the 21 files with its values are read",
    );
  });

  it("finds the generator of the site, and links its files", async () => {
    const file = zipOf({
      "site/.vitepress/config.ts": "export default { base: '/v/' }",
      "site/a.md": "# A\n\n[b](/v/x/b.html) [c](c.md)",
      "site/x/b.md": "# B",
      "site/b.md": "# B\n\n::: tip\nx\n:::",
    });
    const upload = await openFile(file, "site.zip", undefined, links);
    const found: string[] = [];
    for await (const item of upload.items())
      found.push(
        item.kind === "post" ? (item.input.html ?? "") : item.kind === "note" ? item.text : item.reason,
      );
    expect(found).toEqual([
      "the files are read as a site of VitePress, because it has this configuration",
      '<p><a href="https://acme.example/b-2">b</a> <a href="c.md">c</a></p>\n',
      'the link to "c.md" has no target among the posts',
      expect.stringContaining('<aside class="admonition tip">'),
      "",
    ]);
  });

  it("links the posts of all exports in it, and those of Substack", async () => {
    const html = '<p><a href="?p=1">x</a></p>';
    const wordpress = zipOf({
      "part1.xml": wordpressExport(["First"]).replaceAll("post-0", "target"),
      "part2.xml": wordpressExport(["Second"], html).replace("post_id>1<", "post_id>2<"),
    });
    const substack = zipOf({
      "posts.csv": "post_id,is_published,audience,title\n1.target,true,everyone,T\n2.next,true,everyone,N",
      "posts/1.target.html": "<p>x</p>",
      "posts/2.next.html": '<p><a href="/p/target">x</a></p>',
    });
    for (const file of [wordpress, substack]) {
      const found: string[] = [];
      for await (const item of (await openFile(file, "site.zip", undefined, links)).items())
        if (item.kind === "post") found.push(item.input.html ?? "");
      expect(found[1]).toBe('<p><a href="https://acme.example/target">x</a></p>');
    }
  });

  it("reads list pages, with and without the configuration of a site", async () => {
    const lists = "---\ncascade:\n  build: { render: never }\n---\n";
    const files = { "content/posts/_index.md": lists, "content/posts/a.md": "# A", "content/b.md": "# B" };
    const configurations = [{}, { "hugo.toml": 'baseURL = "/"' }, { "hugo.toml": "baseURL = [" }];
    for (const configuration of configurations) {
      const upload = await openFile(zipOf({ ...configuration, ...files }), "site.zip");
      const items = [];
      for await (const item of upload.items()) items.push(item);
      const posts = items
        .filter((item) => item.kind === "post")
        .map(({ input }) => [input.name, input.status]);
      expect(Object.fromEntries(posts)).toEqual({ A: "draft", B: undefined });
    }
  });

  it("makes drafts of all posts if the list pages are too long to read", async () => {
    const long = `---\ncascade:\n  a: ${"x".repeat(70_000)}\n---\n`;
    const upload = await openFile(zipOf({ "a/_index.md": long, "b.md": "# B" }), "site.zip");
    const items = [];
    for await (const item of upload.items()) items.push(item);
    expect(items.filter((item) => item.kind === "post")).toMatchObject([{ input: { status: "draft" } }]);
    expect(items.at(-1)).toMatchObject({ kind: "note", category: "not-public" });
  });

  it("refuses paths that lead out of the zip, and keeps the rest", async () => {
    const file = zipOf({
      "../../etc/passwd.md": "# Out",
      "/absolute.md": "# Out",
      "C:\\windows\\a.md": "# Out",
      "good.md": "# Good",
      "a\\..\\..\\b.md": "# Out",
    });
    const lines = await linesOf(file);
    expect(lines.filter((line) => line.startsWith("post"))).toEqual(["post Good"]);
    expect(lines.filter((line) => line.endsWith("its path leads out of the zip"))).toHaveLength(4);
  });

  it("leaves out a text of more than 5 MB, and names it", async () => {
    const file = zipOf({ "long.md": "x".repeat(5_000_001), "short.md": "# Short" });
    expect(await linesOf(file)).toEqual(["skipped long.md: it has more than 5 MB", "post Short"]);
  });

  it("lets other requests have their turn between files", async () => {
    const files = Array.from({ length: 40 }, (_, index) => [`${index}.md`, "word ".repeat(1000)]);
    const upload = await openFile(zipOf(Object.fromEntries(files), 0), "a.zip");
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    for await (const _item of upload.items());
    clearInterval(timer);
    expect(turns).toBeGreaterThanOrEqual(5);
  });

  it("reports the progress in files", async () => {
    const seen: string[] = [];
    const upload = await openFile(zipOf({ "a.md": "# A", "b.md": "# B" }), "a.zip", (progress) =>
      seen.push(
        `${progress.isChecking ? "check" : "import"} ${progress.done}/${progress.total} ${progress.unit}`,
      ),
    );
    for await (const _item of upload.items());
    expect(seen).toEqual(["check 1/2 files", "check 2/2 files", "import 1/2 files", "import 2/2 files"]);
  });
});

it.each([
  ["WordPress", wordpressExport(["One"], "<p>Hi</p>".repeat(20_000))],
  ["Ghost", ghostExport(["x".repeat(180_000)])],
])(
  "a %s export is read in portions of 16,384 characters, and others have their turn in between",
  async (_name, text) => {
    const turns = vi.spyOn(globalThis, "setTimeout");
    await linesOf(new Blob([text]), "export");
    // The export is read twice.
    expect(turns.mock.calls.length).toBeGreaterThanOrEqual(2 * Math.floor(text.length / 16_384));
    turns.mockRestore();
  },
);
