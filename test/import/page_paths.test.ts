import { describe, expect, it } from "vitest";
import { type FileOptions, type ImportItem, readHtml, readMarkdown } from "../../lib/import/mod.ts";
import { siteUrl } from "./_import.ts";

const now = Date.UTC(2026, 5, 15);

type Options = Partial<Omit<FileOptions, "path">>;

function itemsOf(path: string, frontMatter = "title: A", options: Options = {}): ImportItem[] {
  const text = `---\n${frontMatter}\n---\nText\n`;
  return [...readMarkdown(text, path, { path, siteUrl, now, ...options })];
}

function postOf(
  path: string,
  frontMatter?: string,
  options?: Options,
): Extract<ImportItem, { kind: "post" }> {
  const [item] = itemsOf(path, frontMatter, options);
  if (item?.kind !== "post") throw new Error(JSON.stringify(item));
  return item;
}

describe("The slug of a file", () => {
  it.each<[path: string, frontMatter: string, options: Options, slug: string]>([
    ["_posts/2020-1-2-name.md", "title: A", {}, "name"],
    ["content/blog/my-post/index.md", "title: A", {}, "my-post"],
    ["blog/2020/01/02/name.mdx", "title: A", {}, "name"],
    ["fr/index.md", "title: A", {}, "index"],
    ["a.md", "slug: /guide/own", {}, "own"],
    ["a.md", "permalink: /ja/2025/10/17/release-28.3/", {}, "release-28.3"],
    ["a.md", "url: /news/other.html", {}, "other"],
    ["a.md", "permalink: /en/meetings/2016/03/09/", {}, "meetings-2016-03-09"],
    ["a.md", "permalink: ../../../etc/passwd", {}, "passwd"],
    ["a.md", "slug: ../../../etc/passwd", {}, "passwd"],
    ["../../a.md", "title: A", {}, "a"],
    ["2020-01-02-a.md", "title: A", { permalink: "/:year/:title-:day.html" }, "a-02"],
    ["2020-01-02-a.md", "title: A", { permalink: "pretty" }, "a"],
    ["2020-01-02-a.md", "title: A", { permalink: "/blog/:year/" }, "a"],
    ["docs/guide/intro.md", "title: A", { slugFrom: "path" }, "guide-intro"],
    ["a.md", "permalink: /guide/setup/", { slugFrom: "path" }, "guide-setup"],
    ["news/_posts/2020-01-02-a.md", "title: A", { slugFrom: "path" }, "news-2020-01-02-a"],
    ["docs/de/guide/index.md", "title: A", { slugFrom: "path" }, "guide"],
    ["a.md", "title: Other words", { slugFrom: "title" }, "other-words"],
    ["a.md", "title: Other words\nslug: own", { slugFrom: "title" }, "own"],
  ])("at %s with %j and %j is found", (path, frontMatter, options, slug) => {
    expect(postOf(path, frontMatter, options).input.slug).toBe(slug);
  });

  it.each<[path: string, frontMatter: string, date: string]>([
    ["_posts/2020-1-2-name.md", "title: A", "2020-01-02"],
    ["blog/2020/01/02/name.md", "title: A", "2020-01-02"],
    ["blog/2020-01-02/index.md", "title: A", "2020-01-02"],
    ["a.md", "path: 2015/04/03/Rust-1.0", "2015-04-03"],
  ])("comes with the date: %s %j", (path, frontMatter, date) => {
    expect(postOf(path, frontMatter).input.publishedAt).toBe(date);
  });

  it("has the options that are allowed", () => {
    const slugFrom = "url" as unknown as "path";
    expect(() => itemsOf("a.md", "", { slugFrom })).toThrow("slugFrom must be one of name, path, title");
    const languageFrom = "guess" as unknown as "folder";
    expect(() => itemsOf("a.md", "", { languageFrom })).toThrow("languageFrom must be one of");
  });
});

describe("The language of a file", () => {
  it.each<[path: string, frontMatter: string, options: Options, language: string | undefined]>([
    ["a.md", "lang: en_US", {}, "en-US"],
    ["a.md", "lang: pt-PT-ao90", {}, "pt-PT"],
    ["a.md", "lang: de-DE-formal", {}, "de-DE"],
    ["a.md", "lang: nl_NL_formal", {}, "nl-NL"],
    ["a.md", "lang: de_CH_informal", {}, "de-CH"],
    ["a.md", "lang: sr_RS@latin", {}, "sr-Latn-RS"],
    ["a.md", "lang: uz_UZ.UTF-8@cyrillic", {}, "uz-Cyrl-UZ"],
    ["a.md", "lang: de_DE@euro", {}, "de-DE"],
    ["a.md", "lang: ca-valencia", {}, "ca-valencia"],
    ["a.md", "locale: ja", {}, "ja"],
    ["a.md", "language: no", {}, "no"],
    ["de/a.md", "title: A", {}, "de"],
    ["_posts/ja/a.md", "title: A", {}, "ja"],
    ["content/zh_tw/docs/a.md", "title: A", {}, "zh-TW"],
    ["i18n/ja/docusaurus-plugin-content-blog/2020-01-02-a.md", "title: A", {}, "ja"],
    ["a.fr.md", "title: A", {}, "fr"],
    ["node.js.md", "title: A", {}, undefined],
    ["my-post/index.md", "title: A", {}, undefined],
    ["guide/it/a.md", "title: A", {}, undefined],
    ["guide/it/a.md", "title: A", { languageFrom: "folder" }, "it"],
    ["de/a.fr.md", "lang: ja", { languageFrom: "suffix" }, "fr"],
    ["de/a.fr.md", "lang: ja", { languageFrom: "folder" }, "de"],
    ["de/a.fr.md", "lang: ja", { languageFrom: "front-matter" }, "ja"],
    ["de/a.fr.md", "title: A", { languageFrom: "front-matter" }, undefined],
  ])("at %s with %j and %j is found", (path, frontMatter, options, language) => {
    expect(postOf(path, frontMatter, options).input.inLanguage).toBe(language);
  });

  it.each<[one: string, other: string]>([
    ["en/news/_posts/2020-01-02-a.md", "ja/news/_posts/2020-01-02-a.md"],
    ["content/post/a.md", "content/fr/post/a.md"],
    ["about.md", "about.fr.md"],
    ["post/index.md", "post/index.fr.md"],
    ["blog/2020-01-02-a.md", "i18n/ja/docusaurus-plugin-content-blog/2020-01-02-a.md"],
    ["docs/a.md", "i18n/ja/docusaurus-plugin-content-docs/current/a.md"],
  ])("is no part of the key of translations: %s, %s", (one, other) => {
    expect(postOf(one).translationKey).toBe(postOf(other).translationKey);
    expect(postOf(one).key).toBe(one);
  });

  it("comes with the key of the front matter", () => {
    expect(postOf("a.md", "translationKey: hello").translationKey).toBe("hello");
    expect(postOf("a.md", "lang: fr\nref: hello").translationKey).toBe("hello");
  });
});

describe("The old addresses of a file", () => {
  it.each<[frontMatter: string, aliases: string[] | undefined]>([
    ["aliases: [/old/, 2014/a.html]", ["/old/", "/2014/a.html"]],
    ["redirect_from: /old", ["/old"]],
    ["redirect_from: [/a, /a, ../../b]\nalias: /c", ["/c", "/a", "/b"]],
    [`aliases: [${siteUrl}/a, 'https://evil.example/b', '//evil.example/c', 'javascript:x', 5, /]`, ["/a"]],
    ["title: A", undefined],
  ])("are paths of the site: %j", (frontMatter, aliases) => {
    expect(postOf("a.md", frontMatter).input.aliases).toEqual(aliases);
  });

  it("are at most 100 of at most 2000 characters", () => {
    const many = Array.from({ length: 300 }, (_, index) => `  - /old-${index}`).join("\n");
    expect(postOf("a.md", `aliases:\n${many}\n  - /${"x".repeat(3000)}`).input.aliases).toHaveLength(100);
  });
});

describe("HTML with front matter", () => {
  const read = (text: string, path = "_posts/2020-01-02-a.html"): ImportItem[] => [
    ...readHtml(text, path, { path, siteUrl, now }),
  ];

  it("is a post with the fields of its front matter, and all of its content", () => {
    const text = "---\ntitle: Hello\ntags: [a]\ndraft: yes\n---\n<h1>Hi</h1>\n<nav>x</nav><p>Text</p>\n";
    expect(read(text)).toMatchObject([
      {
        input: {
          name: "Hello",
          slug: "a",
          tags: ["a"],
          status: "draft",
          publishedAt: "2020-01-02",
          html: "<h1>Hi</h1>\n<nav>x</nav><p>Text</p>",
        },
      },
    ]);
  });

  it("is named by its heading or file without a title", () => {
    expect(read("---\nlayout: a\n---\n<h1>Hi</h1><p>Text</p>")).toMatchObject([
      { input: { name: "Hi", html: "<p>Text</p>" } },
    ]);
    expect(read("---\n---\n<p>Text</p>")).toMatchObject([{ input: { name: "A", html: "<p>Text</p>" } }]);
  });

  it("is skipped with the line of an error", () => {
    expect(read("---\ntitle: A\ntags: [a\n---\n<p>x</p>")).toMatchObject([
      { kind: "skipped", place: { line: 3 } },
    ]);
  });
});

describe("A template of Jekyll", () => {
  it.each(["_layouts/post.html", "docs/_includes/nav.md"])("is left out without a loss: %s", (path) => {
    expect(itemsOf(path)).toMatchObject([{ kind: "skipped", category: "template", isLoss: false }]);
  });
});
