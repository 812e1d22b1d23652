import { describe, expect, it } from "vitest";
import { type ImportItem, readMarkdown } from "../../lib/import/mod.ts";
import { markdownFile } from "./generators.ts";
import { importItems, newApi, siteUrl } from "./_import.ts";

const now = Date.UTC(2026, 5, 15);

function read(text: string, path = "hello.md"): ImportItem[] {
  return [...readMarkdown(text, path, { path, siteUrl, now })];
}

function postOf(text: string, path?: string): object {
  const [item] = read(text, path);
  return item?.kind === "post" ? item.input : { ...item };
}

/** Each line refers ten times to the line before it. */
const aliases = [1, 2, 3, 4, 5, 6]
  .map(
    (level) =>
      `a${level}: &a${level} [${Array(10)
        .fill(`*a${level - 1}`)
        .join(", ")}]\n`,
  )
  .join("");

describe("Markdown files", () => {
  it("are read by the conventions of Jekyll", () => {
    const text =
      "---\nlayout: post\ntitle: Hello\ncategories: [news, shops]\ntags: a b\nlast_modified_at: 2025-02-04 10:00:00.250 +0100\n---\nText\n";
    expect(postOf(text, "_posts/2025-02-03-hello-world.md")).toEqual({
      name: "Hello",
      slug: "hello-world",
      articleSection: "news",
      tags: ["shops", "a", "b"],
      publishedAt: "2025-02-03",
      createdAt: "2025-02-03",
      updatedAt: "2025-02-04T09:00:00.250Z",
      html: "<p>Text</p>\n",
      markdown: "Text\n",
      markdownDialect: "kramdown",
    });
    expect(postOf("---\ntitle: A\n---\n", "_drafts/a.md")).toMatchObject({ status: "draft" });
    expect(postOf("---\ntitle: A\npublished: false\n---\n")).toMatchObject({ status: "draft" });
    expect(postOf("---\ntitle: A\npermalink: /2025/other.html\n---\n")).toMatchObject({ slug: "other" });
    expect(postOf("---\ntitle: A\npermalink: /:year/:title/\n---\n")).toMatchObject({ slug: "hello" });
    expect(postOf("---\ntitle: A\npermalink: pretty\n---\n")).toMatchObject({ slug: "hello" });
  });

  it("can list their translations", () => {
    expect(postOf("---\ntitle: A\ntranslations:\n  de: hallo\n---\n")).toMatchObject({
      translations: { de: "hallo" },
    });
  });

  it("are read by the conventions of Hugo, with TOML, YAML and JSON", () => {
    const toml =
      '+++\ntitle = "Hello"\ndate = 2025-02-03T08:00:00+01:00\nlastmod = 2025-02-05\ndraft = true\ncategories = ["News"]\nimages = ["/a.png"]\nauthors = ["Ada", "Bob"]\n+++\nText\n';
    expect(postOf(toml, "posts/my-post/index.md")).toMatchObject({
      slug: "my-post",
      status: "draft",
      publishedAt: "2025-02-03T07:00:00.000Z",
      updatedAt: "2025-02-05T00:00:00.000Z",
      articleSection: "News",
      image: "https://acme.example/a.png",
      authors: ["Ada", "Bob"],
    });
    expect(postOf('{\n"title": "Hello",\n"expiryDate": "2026-01-01"\n}\nText')).toMatchObject({
      name: "Hello",
      status: "archived",
      html: "<p>Text</p>\n",
    });
    expect(postOf("---\ntitle: A\n---\n", "about.fr.md")).toMatchObject({
      slug: "about.fr",
      inLanguage: "fr",
    });
    expect(read("---\ntitle: A\n---\n", "posts/_index.md")).toMatchObject([{ kind: "skipped" }]);
    expect(read("---\ntitle: A\n---\n{{< figure >}}")[1]).toMatchObject({ kind: "note" });
  });

  it("are read by the conventions of Astro and Eleventy", () => {
    const astro =
      "---\ntitle: 'A'\npubDate: 'Jul 08 2022'\nupdatedDate: 'Aug 1, 2022'\nheroImage: '/a.jpg'\n---\n";
    expect(postOf(astro)).toMatchObject({
      publishedAt: "2022-07-08T00:00:00.000Z",
      updatedAt: "2022-08-01T00:00:00.000Z",
      image: "https://acme.example/a.jpg",
    });
    const commented = postOf("---\ntitle: A\ndate: 2016-07-19 (optional)\n---\n");
    expect(commented).toMatchObject({ publishedAt: "2016-07-19T00:00:00.000Z" });
    const eleventy = "---\ntitle: A\ndate: Last Modified\ntags: [posts, shops]\n---\n";
    const empty = { html: "", markdown: "", markdownDialect: "github" };
    expect(postOf(eleventy)).toEqual({ name: "A", slug: "hello", tags: ["shops"], ...empty });
    expect(read("---\ntitle: A\npermalink: false\n---\n")).toMatchObject([{ kind: "skipped" }]);
  });

  it("are named by their first heading, or their file's name", () => {
    expect(postOf("# A *heading* #\n\nText")).toMatchObject({ name: "A *heading*", html: "<p>Text</p>\n" });
    expect(postOf("Text", "my-first_post.md")).toMatchObject({
      name: "My first post",
      slug: "my-first_post",
    });
  });

  it.each([
    ["---\ntitle: a\n", "closing --- is missing", 1],
    ["---\ntitle: a\ntags: [a\n---\n", "Cannot read the front matter", 3],
    ["+++\ntitle = 'a'\ndate = soon\n+++\n", "Cannot read the front matter", 3],
    ["---\n- a\n---\n", "must be a mapping", 2],
    [`---\na0: &a0 x\n${aliases}---\n`, "Excessive alias count", 2],
  ])("are skipped with the line of the error: %j", (text, reason, line) => {
    const [item] = read(text);
    expect(item).toMatchObject({ kind: "skipped", place: { file: "hello.md", line } });
    expect(item?.kind === "skipped" && item.reason).toContain(reason);
  });

  it("change nothing the second time, and are updated when they change", async () => {
    const api = await newApi();
    const files = [0, 1, 2, 3].map((index) => markdownFile(index));
    const items = (change = ""): ImportItem[] =>
      files.flatMap(({ name, text }) => [...readMarkdown(text + change, name, { path: name, siteUrl, now })]);
    expect(await importItems(api, items(), { dryRun: true })).toContain("created shop-0");
    expect(await api.posts.get({ organizationSlug: "acme", slug: "shop-0" })).toBeNull();
    const lines = (outcome: string): string[] => [
      ...[0, 1, 2, 3].map((index) => `${outcome} shop-${index}`),
      "note 2025-01-01-shop-0.md:1: fields not kept: layout (2)",
    ];
    expect(await importItems(api, items())).toEqual(lines("created"));
    expect(await importItems(api, items())).toEqual(lines("unchanged"));
    expect(await importItems(api, items("More"))).toEqual(lines("updated"));
  });

  it("with the same slug are imported once, and the others are skipped with the reason", async () => {
    const api = await newApi();
    const items = [
      ...read("# A\n\nText", "x/a.md"),
      ...read("# B\n\nText", "y/a.md"),
      ...read("---\nstatus: gone\n---\n# C", "c.md"),
    ];
    expect(await importItems(api, items, { onConflict: "skip" })).toEqual([
      "created a",
      'skipped y/a.md:1: another post in this import has the slug "a"',
      "created c",
      'note c.md:1: the status "gone" is unknown, so the post is a draft',
    ]);
  });
});

describe("a loss in Markdown", () => {
  it.each([
    ["kramdown", "{% include a.md %}"],
    ["liquid", "{{ page.a }}"],
    ["hugo", "{{< chart >}}"],
    ["mdx", "<Chart />"],
    ["mkdocs", '--8<-- "a.md"'],
    ["vitepress", "<!--@include: a.md-->"],
  ])("is named with its line: %s", (dialect, construct) => {
    const text = `---\ntitle: A\nmarkdownDialect: ${dialect}\n---\n\nOne\r\n\n    ${construct}\n\n${construct}\n`;
    const items = [...readMarkdown(text, "a.md", { path: "a.md", siteUrl: "https://acme.example", now: 0 })];
    const losses = items.filter((item) => item.kind === "note" && item.isLoss === true);
    expect(losses).toMatchObject([{ place: { file: "a.md", line: expect.any(Number) as number } }]);
    const line = losses[0]?.place.line ?? 0;
    expect(text.split("\n")[line - 1]).toContain(construct);
  });
});
