import { describe, expect, it } from "vitest";
import {
  type ImportedPost,
  type ImportItem,
  readHtml,
  readMarkdown,
  readSiteConfig,
  type Site,
  SiteConfigError,
} from "../../lib/import/mod.ts";

const now = Date.parse("2026-11-21T00:00:00Z");

/** Reads a file of a site. */
function read(site: Site | undefined, path: string, frontMatter = "title: A"): ImportedPost {
  const options = { path, siteUrl: "https://acme.example", now, ...(site && { site }) };
  const items: ImportItem[] = [...readMarkdown(`---\n${frontMatter}\n---\n\nText`, path, options)];
  const [item] = items;
  if (item?.kind !== "post") throw new Error("no post");
  return item;
}

const jekyll = (text: string, folder = ""): Site | undefined =>
  readSiteConfig([{ path: "_config.yml", text }], { folder });
const hugo = (text: string, folder = ""): Site | undefined =>
  readSiteConfig([{ path: "hugo.toml", text }], { folder });

describe("readSiteConfig reads _config.yml", () => {
  // The addresses are those of Jekyll 4.3.1.
  it.each([
    ["date", "/2021/12/31/late.html", "/about.html"],
    ["pretty", "/2021/12/31/late/", "/about/"],
    ["ordinal", "/2021/365/late.html", "/about.html"],
    ["weekdate", "/2021/W52/Fri/late.html", "/about"],
    ["none", "/late.html", "/about.html"],
    ["/:i_month-:i_day/:short_year/:title/", "/12-31/21/late/", "/about/"],
    ["/blog/:year/:slug.html", "/blog/2021/late.html", "/about"],
    ["/:year/:month_:day/:title:output_ext", "/2021/12_31/late.html", "/about.html"],
  ])("with the permalink %s", (permalink, post, page) => {
    const site = jekyll(`permalink: "${permalink}"`);
    const found = read(site, "_posts/2021-12-31-late.md");
    expect(found.sourceUrl).toBe(post);
    expect(found.input.slug).toBe("late");
    expect(read(site, "about.md").sourceUrl).toBe(page);
  });

  it("with url, baseurl, categories and a time zone", () => {
    const site = jekyll("url: https://old.example\nbaseurl: /base\ntimezone: America/New_York");
    const path = "news/_posts/2022-01-01-late.md";
    const post = read(site, path, "date: 2022-01-01 02:30:00 +0000\ncategories: [Big Ones]");
    expect(post.sourceUrl).toBe("https://old.example/base/news/big%20ones/2021/12/31/late.html");
    expect(read(site, path, "redirect_from: /older/").input.aliases).toEqual(["/base/older/"]);
  });

  it("with defaults, of which the longest scope wins", () => {
    const site = jekyll(`
defaults:
- scope: { path: "_posts/ja" }
  values: { lang: ja, permalink: "/ja/:title.html" }
- scope: { path: "", type: posts }
  values: { author: Everyone, lang: en, categories: [all] }
- scope: { path: "*/_posts" }
  values: { author: Newsroom }`);
    expect(read(site, "_posts/ja/2019-01-01-nihon.md")).toMatchObject({
      sourceUrl: "/ja/nihon.html",
      input: { inLanguage: "ja", author: "Everyone", slug: "nihon" },
    });
    expect(read(site, "news/_posts/2019-01-01-a.md", "categories: [own]")).toMatchObject({
      sourceUrl: "/news/all/own/2019/01/01/a.html",
      input: { author: "Newsroom", inLanguage: "en", articleSection: "all" },
    });
    expect(read(site, "_posts/2019-01-01-a.md", "author: Ada").input.author).toBe("Ada");
  });

  it("with collections", () => {
    const site = jekyll(
      "collections: { docs: { permalink: '/:collection/:path/' }, recipes: { output: true } }",
    );
    expect(read(site, "_docs/deep/more.md").sourceUrl).toBe("/docs/deep/more/");
    expect(read(site, "_recipes/soup.md").sourceUrl).toBe("/recipes/soup.html");
  });

  it("above the imported folder", () => {
    const post = read(jekyll("permalink: pretty", "_posts"), "2020-01-05-hello.md");
    expect(post.sourceUrl).toBe("/2020/01/05/hello/");
    expect(post.key).toBe("2020-01-05-hello.md");
  });

  it("without an address for a pattern that it cannot fill in", () => {
    expect(
      read(jekyll("permalink: /:unknown/:title/"), "_posts/2020-01-05-hello.md").sourceUrl,
    ).toBeUndefined();
    expect(read(jekyll("permalink: date"), "_posts/hello.md").sourceUrl).toBeUndefined();
  });
});

describe("readSiteConfig reads Hugo's configuration", () => {
  const permalinks = `baseURL = "https://old.example/sub/"
[permalinks]
posts = "/:year/:month/:day/:slug/"
notes = "/n/:filename/"`;

  // The addresses are those of Hugo 0.111.
  it.each([
    [
      "content/posts/Hello World.md",
      "title: Hello Big World\ndate: 2020-01-05T23:30:00-05:00",
      "2020/01/05/hello-big-world/",
    ],
    ["content/posts/b/index.md", "title: B\nslug: My Slug\ndate: 2019-02-03", "2019/02/03/my-slug/"],
    ["content/notes/a.b.md", "title: Dot", "n/a.b/"],
    ["content/Docs/start.md", "title: Start", "docs/start/"],
    ["content/about.md", "title: About", "about/"],
    ["content/posts/u.md", "title: U\nurl: /special/place", "special/place/"],
  ])("for %s", (path, frontMatter, address) => {
    expect(read(hugo(permalinks), path, frontMatter).sourceUrl).toBe(`https://old.example/sub/${address}`);
  });

  it("with languages, by suffix and by folder", () => {
    const site = hugo(`baseURL = "https://old.example/"
defaultContentLanguage = "en"
uglyURLs = true
[languages.en]
contentDir = "content/english"
[languages.fr]
contentDir = "content/french"
locale = "fr-CA"`);
    expect(read(site, "content/english/posts/hello.md")).toMatchObject({
      sourceUrl: "https://old.example/posts/hello.html",
      input: { inLanguage: "en" },
    });
    for (const path of ["content/french/posts/hello.md", "content/english/posts/hello.fr.md"]) {
      const { sourceUrl, input } = read(site, path);
      expect(sourceUrl).toBe("https://old.example/fr/posts/hello.html");
      expect(input.inLanguage).toBe("fr-CA");
    }
    expect(read(site, "README.md").sourceUrl).toBeUndefined();
  });

  it("from several files", () => {
    const site = readSiteConfig(
      [
        { path: "config/_default/hugo.yaml", text: "baseURL: https://old.example/" },
        { path: "config/_default/languages.fr.json", text: '{ "contentDir": "content/fr" }' },
        { path: "config/_default/permalinks.toml", text: 'posts = "/:filename/"' },
      ],
      { folder: "content" },
    );
    expect(read(site, "fr/posts/a.md").sourceUrl).toBe("https://old.example/fr/a/");
  });

  it("but not the config.toml of another generator", () => {
    const text = 'title = "Other"';
    expect(readSiteConfig([{ path: "config.toml", text }])).toBeUndefined();
  });
});

describe("a site leaves out", () => {
  it.each([
    ["Hugo's templates", hugo("baseURL = '/'"), ["layouts/a.html", "archetypes/a.md", "themes/a/b.md"]],
    ["Hugo's output", hugo("baseURL = '/'"), ["public/a/index.html", "resources/a.html"]],
    ["Jekyll's output", jekyll("url: https://old.example"), ["_site/a.html"]],
    ["Jekyll's output elsewhere", jekyll("destination: ./out"), ["out/a.html"]],
  ])("%s, which is no loss", (_name, site, paths) => {
    for (const path of paths) {
      const options = { path, siteUrl: "https://acme.example", now, ...(site && { site }) };
      const items = [...readMarkdown("---\ntitle: {{ .Name }}\n---\n", path, options)];
      expect(items).toMatchObject([{ kind: "skipped", category: "template", isLoss: false }]);
    }
  });

  it("no content in a folder of that name", () => {
    const site = hugo('baseURL = "/"\ncontentDir = "themes/own/content"');
    expect(read(site, "themes/own/content/a.md").input.name).toBe("A");
    expect(read(site, "content/layouts/a.md").input.name).toBe("A");
  });
});

describe("readSiteConfig refuses", () => {
  it.each([
    ["_config.yml", "a: [b", "sufficiently indented"],
    ["_config.yml", `a: ${"b".repeat(70_000)}`, "at most 65536 are allowed"],
    ["_config.yml", `a: ${"[".repeat(100)}${"]".repeat(100)}`, "levels deep"],
    ["hugo.toml", "a = ", "so slugs, languages and old addresses"],
    ["hugo.json", "[]", "it must be a mapping"],
  ])("%s with a limit or an error", (path, text, message) => {
    expect(() => readSiteConfig([{ path, text }])).toThrow(SiteConfigError);
    expect(() => readSiteConfig([{ path, text }])).toThrow(message);
  });

  it("no names of prototypes", () => {
    const site = jekyll('"__proto__": { x: 1 }\ndefaults:\n- values: { "__proto__": { title: Bad } }');
    expect(read(site, "_posts/2020-01-01-a.md", "x: 1").input.name).toBe("A");
    expect(hugo('baseURL = "/"\n[permalinks]\nconstructor = "/x/"')).toBeDefined();
  });
});

describe("Hugo's param", () => {
  const config = { path: "hugo.yaml", text: "baseURL: /\nparams:\n  Version: 2\n  tool:\n    Name: Saw" };
  it.each([
    ["a value of the configuration", "{{< param tool.name >}}", "Saw"],
    ["a value in any case", '{{% param "VERSION" %}}', "3"],
    ["a value of the page, which takes precedence", "{{< param own >}} {{<param version>}}", "x 3"],
    ["a value in code", "`{{< param own >}}`", "<code>x</code>"],
    ["an escape", "`{{</* param own */>}}`", "<code>{{&lt; param own &gt;}}</code>"],
    ["an unknown value", "a{{< param constructor >}}", "a"],
  ])("shows %s", (_kind, body, shown) => {
    const site = readSiteConfig([config]);
    const text = `---\ntitle: A\nparams: { own: x, version: 3 }\n---\n\n${body}`;
    const options = { path: "content/a.md", siteUrl: "https://acme.example", now: 0, ...(site && { site }) };
    const [item] = readMarkdown(text, "a.md", options);
    expect(item).toMatchObject({ kind: "post", input: { html: `<p>${shown}</p>\n` } });
  });
});

describe("HTML pages with front matter", () => {
  const rows: readonly (readonly [path: string, text: string, page: string, html: string, notes: number])[] =
    [
      [
        "_config.yml",
        "title: A",
        "index.html",
        "<p>{% for a in b %}{{ a.c }}{% endfor %}<pre>{{ d }}</pre></p>",
        3,
      ],
      ["_config.yml", "new_post_name: x", "source/a/index.html", "<p>{% comment %}a{% endcomment %}</p>", 0],
      [".eleventy.js", "", "a.html", "<p>{% include 'a.njk' %}</p>", 1],
      ["hugo.toml", 'baseURL = "/"', "content/a.html", "<p>{{< chart >}}</p>", 1],
    ];
  it.each(rows)("have no templates in a site with %s (%s): %s", (path, text, page, body, count) => {
    const site = readSiteConfig([{ path, text }]);
    const options = { path: page, siteUrl: "https://acme.example", now: 0, ...(site && { site }) };
    const [post, ...notes] = readHtml(`---\ntitle: A\n---\n${body}`, page, options);
    expect(post).toMatchObject({ kind: "post" });
    expect(JSON.stringify(post)).not.toMatch(/\{[{%]/);
    const aboutTemplates = notes.filter(
      (note) => note.kind === "note" && /^(?:template-tag|shortcode)$/.test(note.category ?? ""),
    );
    expect(aboutTemplates.length).toBe(count);
  });
});
