import { describe, expect, it } from "vitest";
import {
  type ConfigFile,
  type GeneratorName,
  generatorNames,
  generatorNotes,
  generators,
  type ImportedPost,
  PageLinks,
  readMarkdown,
  readSiteConfig,
  SlugPlan,
} from "../../lib/import/mod.ts";
import { newApi, siteUrl } from "./_import.ts";
import { postIn, read, siteOf } from "./_site.ts";

describe("Metadata without fences", () => {
  const pelican =
    "Title: A: B\nDate: 2010-12-03 10:20\nCategory: Data Science\nTags: a, b c\nAuthors: Doe, Jane; Roe, Al\nSummary: One\n    two\nslug: own\n\nText";
  const nikola =
    "<!--\n.. title: A: B\n.. slug: own\n.. date: 2010-12-03 10:20:00 UTC\n.. tags: a, b c\n.. category: Data Science\n-->\n\nText";

  it.each<[name: string, generator: GeneratorName | undefined, text: string, input: object]>([
    [
      "of Pelican",
      "pelican",
      pelican,
      {
        name: "A: B",
        slug: "own",
        publishedAt: "2010-12-03T10:20:00.000Z",
        articleSection: "Data Science",
        tags: ["a", "b c"],
        authors: ["Doe, Jane", "Roe, Al"],
        description: "One\ntwo",
      },
    ],
    ["of Pelican in a folder of its own", undefined, pelican, { name: "A: B", slug: "own" }],
    [
      "of Nikola",
      "nikola",
      nikola,
      { name: "A: B", slug: "own", tags: ["a", "b c"], articleSection: "Data Science" },
    ],
    [
      "of Nikola in a folder of its own",
      undefined,
      nikola,
      { name: "A: B", publishedAt: "2010-12-03T10:20:00.000Z" },
    ],
    [
      "of Nikola without a comment",
      "nikola",
      ".. title: A\n.. slug: own\n\nText",
      { name: "A", slug: "own" },
    ],
    ["of MkDocs", "mkdocs", "title: A\nauthors: X\n    Y\n\nText", { name: "A", authors: ["X", "Y"] }],
    ["of Hexo", "hexo", "title: A\ntags:\n- b\n---\nText", { name: "A", tags: ["b"] }],
  ])("%s is read, and is no text", (_name, generator, text, input) => {
    const items = read(text, generator);
    expect(postIn(items).input).toMatchObject({
      ...input,
      html: "<p>Text</p>\n",
      markdown: expect.stringMatching(/^\s*Text$/) as string,
    });
    expect(items).toHaveLength(1);
  });

  it.each<[text: string, generator: GeneratorName | undefined]>([
    ["Title: A\nStatus: draft\n\nText", "pelican"],
    ["Title: A\nStatus: hidden\n\nText", "pelican"],
    ["Title: A\nStatus: skip\n\nText", "pelican"],
    ["Title: A\nStatus: draft\n\nText", undefined],
    ["Status: draft\nDate: 2020-01-01\n\nText", "jekyll"],
    [".. title: A\n.. status: private\n\nText", "nikola"],
    ["<!--\n.. title: A\n.. tags: x, draft\n-->\n\nText", "nikola"],
    ["<!--\n.. title: A\n.. tags: private\n-->\n\nText", undefined],
    ["title: A\npublished: false\n---\nText", "hexo"],
  ])("keeps drafts back: %j in %s", (text, generator) => {
    expect(postIn(read(text, generator)).input.status).toBe("draft");
  });

  it("has the statuses of Nikola", () => {
    expect(postIn(read(".. title: A\n.. status: featured\n\nText", "nikola")).input.status).toBe("published");
  });

  it.each([
    "Note: this is text.\n\nMore",
    "https://a.example\n\nMore",
    "<!-- title: A -->\n\nText",
    "Text\nStatus: x",
  ])("is no text without the names of metadata: %j", (text) => {
    expect(postIn(read(text, "jekyll")).input.markdown).toBe(text);
  });

  it("names the line of an error in Hexo's YAML, and its unknown names", () => {
    expect(read("title: [\na: b\n---\nText", "hexo")).toMatchObject([
      { kind: "skipped", category: "front-matter" },
    ]);
    expect(postIn(read("title: A\nphotos: b\n---\nText", "hexo")).notKept).toEqual(["photos"]);
    expect(postIn(read("Title: A\nTemplate: b\n\nText", "pelican")).notKept).toEqual(["template"]);
  });
});

describe("The list of authors", () => {
  const lists: readonly [generator: GeneratorName, path: string, text: string][] = [
    ["docusaurus", "blog/authors.yml", "jane:\n  name: Jane Doe\n  title: CEO"],
    ["mkdocs", "docs/blog/.authors.yml", "authors:\n  jane:\n    name: Jane Doe\n    avatar: a.png"],
    ["jekyll", "_data/authors.yml", "- short_name: jane\n  name: Jane Doe"],
    ["jekyll", "_data/authors.json", '[{"username": "jane", "display_name": "Jane Doe"}]'],
    ["hugo", "data/authors.toml", '[jane]\nname = "Jane Doe"'],
    ["eleventy", "_data/authors.json", '{"jane": "Jane Doe"}'],
    ["hexo", "source/_data/authors.yml", "jane: Jane Doe"],
  ];

  it.each(lists)("of %s gives the names of authors: %s", (generator, path, text) => {
    const files = [{ path, text }];
    for (const line of ["author: jane", "authors: [jane]", "authors: [{key: jane}]", "authors: jane"])
      expect(postIn(read(`---\n${line}\n---\nText`, generator, files)).input).toMatchObject({
        author: "Jane Doe",
      });
    const own = read("---\nauthors: [{name: Own, key: jane}, Al Roe]\n---\nText", generator, files);
    expect(postIn(own).input).toMatchObject({ authors: ["Own", "Al Roe"] });
    expect(own).toHaveLength(1);
    const unknown = read("---\nauthor: al\n---\nText", generator, files);
    expect(postIn(unknown).input).toMatchObject({ author: "al" });
    expect(unknown).toContainEqual(
      expect.objectContaining({
        category: "author",
        isLoss: false,
        text: expect.stringContaining('"al"') as string,
      }),
    );
  });

  it("is named if it cannot be read, and the keys are the names", () => {
    const files = [{ path: "blog/authors.yml", text: "jane: [" }];
    const site = siteOf("docusaurus", files);
    expect(site && generatorNotes(site, { main: undefined })).toContainEqual(
      expect.objectContaining({ category: "site-configuration", place: { file: "blog/authors.yml" } }),
    );
    const [post, ...notes] = read("---\nauthor: jane\n---\nText", "docusaurus", files);
    expect(post).toMatchObject({ input: { author: "jane" } });
    expect(notes).toMatchObject([{ category: "author" }]);
  });
});

describe("Computed values of a configuration", () => {
  it.each<[path: string, text: string, notes: string[]]>([
    [
      "docusaurus.config.js",
      "export default { url: process.env.URL, baseUrl: process.env.BASE || '/b/', trailingSlash: true }",
      [
        "the value of url is computed, so its default is used",
        'the value of baseUrl is computed, so "/b/" is used',
      ],
    ],
    [
      "docusaurus.config.ts",
      "const base: string = '/b/'; const config: Config = { url: 'https://a.example', baseUrl: base };",
      [],
    ],
    [
      "astro.config.mjs",
      "export default defineConfig({ site: getSite(), base: '/a' + b })",
      [
        "the value of site is computed, so its default is used",
        "the value of base is computed, so its default is used",
      ],
    ],
    [
      ".vitepress/config.ts",
      "export default { base: isProduction ? '/a/' : '/b/', cleanUrls: true }",
      ["the value of base is computed, so its default is used"],
    ],
    [
      ".eleventy.js",
      "module.exports = () => ({ pathPrefix: `/${name}/` })",
      ["the value of pathPrefix is computed, so its default is used"],
    ],
    [
      "gatsby-config.js",
      "module.exports = { pathPrefix: '/g', plugins: [{ options: { path: `${a}/b` } }] }",
      [],
    ],
    [
      "pelicanconf.py",
      "import os\nA = '/x'\nSITEURL = os.environ.get('URL', '')\nPATH = A\nARTICLE_URL = 'a' + A",
      [
        "the value of SITEURL is computed, so its default is used",
        "the value of ARTICLE_URL is computed, so its default is used",
      ],
    ],
    [
      "mkdocs.yml",
      "site_name: My site\nsite_url: !ENV [SITE_URL, 'https://a.example']\ndocs_dir: docs",
      ["the value of site_url is computed, so its default is used"],
    ],
  ])("of %s are named with the value that counts: %s", (path, text, notes) => {
    const site = readSiteConfig([{ path, text }]);
    const found = site && generatorNotes(site, { main: path }).slice(1);
    expect(found).toEqual(
      notes.map((note) => ({
        kind: "note",
        category: "site-configuration",
        text: note,
        place: { file: path },
      })),
    );
  });

  it("have the value after || or ??, and names have that of their declaration", () => {
    const addressIn = (text: string): string | undefined => {
      const site = readSiteConfig([{ path: "docusaurus.config.js", text }]);
      const item = [
        ...readMarkdown("# A", "docs/a.md", { path: "docs/a.md", siteUrl, now: 0, ...(site && { site }) }),
      ][0];
      return item?.kind === "post" ? item.sourceUrl : undefined;
    };
    expect(addressIn("export default { baseUrl: process.env.BASE ?? '/b/' }")).toBe("/b/docs/a");
    expect(addressIn("const base = '/c/';\nexport default { baseUrl: base }")).toBe("/c/docs/a");
    expect(addressIn("const base = '/c/' + x;\nexport default { baseUrl: base }")).toBe("/docs/a");
  });
});

describe("Files that a configuration excludes", () => {
  const mkdocs =
    "exclude_docs: |\n  # a comment\n  *.tmp.md\n  /old/\n  !/old/kept.md\ndraft_docs: |\n  drafts/";

  it.each<[config: ConfigFile, path: string, isExcluded: boolean]>([
    [{ path: "mkdocs.yml", text: mkdocs }, "docs/a/x.tmp.md", true],
    [{ path: "mkdocs.yml", text: mkdocs }, "docs/old/a/b.md", true],
    [{ path: "mkdocs.yml", text: mkdocs }, "docs/old/kept.md", false],
    [{ path: "mkdocs.yml", text: mkdocs }, "docs/x/old/a.md", false],
    [{ path: "mkdocs.yml", text: mkdocs }, "docs/x/drafts/a.md", true],
    [{ path: "mkdocs.yml", text: mkdocs }, "docs/a.md", false],
    [
      { path: ".vitepress/config.ts", text: "export default { srcExclude: ['**/TODO.md', 'x/*.md'] }" },
      "a/TODO.md",
      true,
    ],
    [
      { path: ".vitepress/config.ts", text: "export default { srcExclude: ['**/TODO.md', 'x/*.md'] }" },
      "TODO.md",
      true,
    ],
    [
      { path: ".vitepress/config.ts", text: "export default { srcExclude: ['**/TODO.md', 'x/*.md'] }" },
      "x/a.md",
      true,
    ],
    [
      { path: ".vitepress/config.ts", text: "export default { srcExclude: ['**/TODO.md', 'x/*.md'] }" },
      "x/y/a.md",
      false,
    ],
    [
      {
        path: "docusaurus.config.js",
        text: "module.exports = { docs: { exclude: ['**/*.{test,old}.md'] } }",
      },
      "docs/a/b.old.md",
      true,
    ],
    [
      {
        path: "docusaurus.config.js",
        text: "module.exports = { docs: { exclude: ['**/*.{test,old}.md'] } }",
      },
      "docs/a/b.md",
      false,
    ],
  ])("become drafts: %j, %s", (config, path, isExcluded) => {
    const site = readSiteConfig([config]);
    const items = [...readMarkdown("# A\n\nText", path, { path, siteUrl, now: 0, ...(site && { site }) })];
    expect(postIn(items).input.status).toBe(isExcluded ? "draft" : undefined);
  });

  it("are compared in linear time", () => {
    const text = `exclude_docs: |\n  ${"*a".repeat(90)}b\n  ${"**/".repeat(60)}b`;
    const site = readSiteConfig([{ path: "mkdocs.yml", text }]);
    const path = `docs/${"a".repeat(900)}.md`;
    expect(site?.restrictionOf(path)).toBeUndefined();
    expect(site?.restrictionOf(`docs/${"a/".repeat(400)}b`)).toBeDefined();
  });
});

describe("The home page", () => {
  it.each<[generator: GeneratorName, frontMatter: string, expected: object]>([
    [
      "vitepress",
      "layout: home\nhero: {name: Tool, text: Build, tagline: Fast, actions: [{theme: brand, text: Start, link: /guide/}]}\nfeatures: [{icon: x, title: Small, details: It is, link: /small}]",
      {
        name: "Tool",
        markdown: "\nBuild\n\nFast\n\n- [Start](</guide/>)\n\n## Small\n\nIt is\n\n[Small](</small>)\n\nMore",
      },
    ],
    [
      "vitepress",
      "home: true\ntitle: Home\nheroText: Tool\ntagline: Fast\nactionText: Start\nactionLink: /guide/\nfeatures: [{title: Small, details: It is}]",
      { name: "Home", markdown: "Tool\n\nFast\n\n- [Start](</guide/>)\n\n## Small\n\nIt is\n\nMore" },
    ],
    [
      "astro",
      "title: Docs\ntemplate: splash\nhero: {title: Docs, tagline: Fast, actions: [{text: Start, link: /a/}]}",
      { name: "Docs", markdown: "Fast\n\n- [Start](</a/>)\n\nMore" },
    ],
  ])("of %s has its hero and features as text", (generator, frontMatter, expected) => {
    const items = read(`---\n${frontMatter}\n---\nMore`, generator);
    expect(postIn(items).input).toMatchObject(expected);
    expect(postIn(items).notKept ?? []).not.toContain("hero");
  });

  it("is no other page: the names of the hero are counted", () => {
    const post = postIn(read("---\ntitle: A\nhero: {name: B}\n---\nText", "vitepress"));
    expect(post.input.markdown).toBe("Text");
    expect(post.notKept).toEqual(["hero"]);
  });
});

describe("The table of generators", () => {
  const drafts: Readonly<Partial<Record<GeneratorName, string>>> = {
    pelican: "Title: A\nStatus: draft\n\nText",
    nikola: ".. title: A\n.. status: draft\n\nText",
    mdbook: "---\ndraft: true\n---\nText",
  };

  it.each(generatorNames)("%s never publishes a draft, and counts the names that have no place", (name) => {
    expect(postIn(read(drafts[name] ?? "---\ndraft: true\n---\nText", name)).input.status).toBe("draft");
    const { notKept } = postIn(
      read("---\ntitle: A\nsidebar_label: B\nhide: [toc]\ntemplate: c\n---\nText", name),
    );
    expect(notKept).toEqual(["sidebar_label", "hide", "template"]);
  });

  it.each(generatorNames)(
    "%s leads links to its files and to their old addresses to the posts",
    async (name) => {
      const site = siteOf(name);
      const [folder = ""] = generators[name].content;
      const readAt = (path: string, text: string): ImportedPost =>
        postIn([
          ...readMarkdown(text, path, { path, siteUrl, now: 0, linksLater: true, ...(site && { site }) }),
        ]);
      const at = (file: string): string => (folder === "" ? file : `${folder}/${file}`);
      const target = readAt(at("b.md"), "---\ntitle: B\ndate: 2024-02-03\n---\n## Part\n\nText");
      expect(target.sourceUrl).toMatch(/^\/(?:\w+\/)*b(?:\/|\.html)?$/);
      const text = `[1](./b.md) [2](b.md#part) [3](${target.sourceUrl}) [4](./none.md)`;
      const from = readAt(at("a.md"), `---\ntitle: A\n---\n${text}`);
      const slugs = new SlugPlan((await newApi()).posts, { organizationSlug: "acme" });
      const links = new PageLinks({ slugs, addressOf: (slug) => `/p/${slug}`, site });
      const posts = [from, target];
      const linkable = posts.map(({ key = "", sourceUrl = "", input }) => {
        const slug = input.slug ?? "";
        return { key, sourceUrl, name: input.name, slug, sourceSlug: slug };
      });
      await links.read(linkable);
      const { item, notes } = await links.link(from);
      const found = [...(item.input.html ?? "").matchAll(/href="([^"]*)"/g)].map(([, address]) => address);
      expect(found).toEqual(["/p/b", "/p/b#part", "/p/b", "./none.md"]);
      expect(notes).toMatchObject([{ category: "dead-link" }]);
    },
  );
});
