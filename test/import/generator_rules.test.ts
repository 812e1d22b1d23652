import { describe, expect, it } from "vitest";
import {
  type GeneratorName,
  type ImportItem,
  readHtml,
  readMarkdown,
  rstFrontMatter,
  readSiteConfig,
} from "../../lib/import/mod.ts";
import { type MarkdownDialect, renderMarkdown } from "../../lib/import/markdown/mod.ts";
import { siteUrl } from "./_import.ts";
import { postIn, read, siteOf } from "./_site.ts";

function renderedAgain(markdown = "", dialect?: MarkdownDialect): string {
  return renderMarkdown(markdown, dialect === undefined ? {} : { dialect }).html;
}

describe("Hexo", () => {
  it.each<[markdown: string, expected: string]>([
    ["{% asset_img a.png %}", "![](a/a.png)"],
    ['{% asset_img "a) b(1.png" %}', "![](a/a%29%20b%281.png)"],
    ["{% asset_img left a.png 100 50 'A title' %}", "![A title](a/a.png)"],
    ['{% asset_link "a b.pdf" The file %}', "[The file](a/a%20b.pdf)"],
    ["[a]({% asset_path a.pdf %})", "[a](a/a.pdf)"],
    ["{% img /img/a.png 100 A title %}", "![A title](/img/a.png)"],
    ["{% codeblock Title lang:js %}\na < b;\n{% endcodeblock %}", "```js\na < b;\n```"],
    ["{% code %}\n```\n{% endcode %}", "````\n```\n````"],
    ["`{% asset_img a.png %}`", "`{% asset_img a.png %}`"],
    ["```\n{% codeblock %}\nx\n{% endcodeblock %}\n```", "```\n{% codeblock %}\nx\n{% endcodeblock %}\n```"],
    ["{% codeblock %} x", "{% codeblock %} x"],
  ])("has its tags for files and code as Markdown: %s", (markdown, expected) => {
    expect(postIn(read(`---\ntitle: A\n---\n${markdown}`, "hexo")).input.markdown).toBe(expected);
  });

  it("has categories in categories", () => {
    const post = postIn(read("---\ntitle: A\ncategories:\n- [Diary, Games]\n- [Life]\n---\nText", "hexo"));
    expect(post.input).toMatchObject({ articleSection: "Diary", tags: ["Games", "Life"] });
  });
});

describe("Links of Pelican", () => {
  it.each<[text: string, expected: string]>([
    [
      "[b]({filename}b.md) [c](|filename|/pages/c.md) ![d]({static}/d.png)",
      "[b](b.md) [c](/pages/c.md) ![d](/d.png)",
    ],
    ["[e]\n\n[e]: {attach}e.pdf", "[e]\n\n[e]: e.pdf"],
    ["`[b]({filename}b.md)` {filename}", "`[b]({filename}b.md)` {filename}"],
  ])("have the paths of files: %s", (text, expected) => {
    expect(postIn(read(`Title: A\nDate: 2024-02-03\n\n${text}`, "pelican")).input.markdown).toBe(expected);
  });

  it("have them in HTML, too", () => {
    const site = siteOf("pelican");
    const text = '{"title": "A"}\n<p><a href="{filename}b.rst">b</a> {filename}</p>';
    const items = [...readHtml(text, "a.rst", { path: "a.rst", siteUrl, now: 0, ...(site && { site }) })];
    expect(postIn(items).input.html).toBe('<p><a href="b.rst">b</a> {filename}</p>');
  });
});

describe("Ids of headings", () => {
  it.each<[generator: GeneratorName, markdown: string, expected: string]>([
    ["hexo", "## Getting Started!", '<h2 id="Getting-Started">Getting Started!</h2>'],
    ["hexo", "## `a.b` and *C* ##", '<h2 id="a-b-and-C"><code>a.b</code> and <em>C</em></h2>'],
    ["hexo", "## Été\n\n## Été", '<h2 id="Ete">Été</h2>\n<h2 id="Ete-1">Été</h2>'],
    ["hexo", "## It's A & B", '<h2 id="It-39-s-A-amp-B">It\'s A &amp; B</h2>'],
    ["zola", "## What's [new](/x)?", '<h2 id="what-s-new">What\'s <a href="/x">new</a>?</h2>'],
    ["zola", "## A {#own}", '<h2 id="own">A</h2>'],
    ["zola", "## a_b", '<h2 id="a-b">a_b</h2>'],
    ["hexo", "```\n## A B\n```", "<pre><code>## A B\n</code></pre>"],
    ["docusaurus", "## What's new?", '<h2 id="whats-new">What\'s new?</h2>'],
  ])("are those of %s: %s", (generator, markdown, expected) => {
    const { input } = postIn(read(`---\ntitle: A\n---\n${markdown}`, generator));
    expect(input.html).toBe(`${expected}\n`);
    expect(renderedAgain(input.markdown, input.markdownDialect)).toBe(input.html);
  });
});

describe("Eleventy", () => {
  it.each<[permalink: string, address: string | undefined]>([
    ["/blog/{{ page.fileSlug }}/", "/blog/a/"],
    ["{{ page.filePathStem }}.html", "/a.html"],
    ["/{{ title | slugify }}/index.html", "/a-title/"],
    ["/{{ title }}/", undefined],
    ["/{% if x %}a{% endif %}/", undefined],
    ["/{{ page.date | date: '%Y' }}/", undefined],
  ])("has the address of the permalink %s, or names it", (permalink, address) => {
    const items = read(`---\ntitle: A Title\npermalink: "${permalink}"\n---\nText`, "eleventy");
    expect(postIn(items).sourceUrl).toBe(address);
    const names = items.filter((item) => item.kind === "note").map(({ category }) => category);
    expect(names).toEqual(address === undefined ? ["old-address"] : []);
  });

  it("has the values of its data files, the nearest first", () => {
    const files = [
      { path: "eleventy.config.js", text: "export default {}" },
      {
        path: "blog/blog.json",
        text: '{"permalink": "/b/{{ page.fileSlug }}/", "author": "Jane", "lang": "fr"}',
      },
      { path: "blog/old/old.11tydata.js", text: "module.exports = { lang: 'de', draft: true, x: f() };" },
      { path: "blog/none.11tydata.json", text: '{"permalink": false}' },
      { path: "blog/bad.11tydata.json", text: "{" },
    ];
    const site = readSiteConfig(files);
    const at = (path: string): ImportItem | undefined =>
      [
        ...readMarkdown("---\ntitle: A\n---\nText", path, { path, siteUrl, now: 0, ...(site && { site }) }),
      ][0];
    const own = { author: "Jane", inLanguage: "fr" };
    expect(at("blog/a.md")).toMatchObject({ sourceUrl: "/b/a/", input: own });
    expect(at("blog/old/a.md")).toMatchObject({ input: { ...own, inLanguage: "de", status: "draft" } });
    expect(at("blog/none.md")).toMatchObject({ kind: "skipped", category: "excluded-page" });
    expect(at("a.md")).toMatchObject({ sourceUrl: "/a/" });
    expect((site?.notes ?? []).map(({ path }) => path)).toEqual([
      "blog/old/old.11tydata.js",
      "blog/bad.11tydata.json",
    ]);
  });
});

describe("rstFrontMatter", () => {
  it.each<[name: string, text: string, data: object, body: string]>([
    [
      "a title with an underline",
      "A Title\n#######\n\n:date: 2024-02-03\n:tags: a, b\n:status: draft\n:summary: One\n  two\n\nText",
      { title: "A Title", date: "2024-02-03", tags: ["a", "b"], status: "draft", summary: "One\ntwo" },
      "\n\n\n\n\n\n\n\n\nText",
    ],
    ["a title between two lines", "=====\nA\n=====\n\nText", { title: "A" }, "\n\n\n\nText"],
    ["lines of Nikola", ".. title: A\n.. slug: b\n\nText", { title: "A", slug: "b" }, "\n\n\nText"],
    [
      "a title below a label, a comment and a directive that shows nothing",
      ".. _label:\n\n.. a comment\n   goes on\n\n.. currentmodule:: a\n\nAb\n==\n\nText",
      { title: "Ab" },
      `${"\n".repeat(10)}Text`,
    ],
    ["no title below another directive", ".. image:: a.png\n\nAb\n==\n", {}, ".. image:: a.png\n\nAb\n==\n"],
    ["no title", "Text\n\nMore\n====\n", {}, "Text\n\nMore\n====\n"],
    ["fields without a title", ":orphan:\n\nText", { orphan: "" }, "\n\nText"],
    ["an empty text", "", {}, ""],
  ])("reads %s, and keeps the lines", (_name, text, data, body) => {
    const found = rstFrontMatter(text);
    expect(found.data).toEqual(data);
    expect(found.body).toBe(body);
  });
});
