import { describe, expect, it } from "vitest";
import { extractFaqEntries } from "../../lib/faq/mod.ts";
import { htmlSections } from "../../lib/faq/html_sections.ts";
import { type MarkdownDialect, renderMarkdown } from "../../lib/import/markdown/mod.ts";
import { markdownDialects } from "../../lib/content/posts/markdown_dialect.ts";

function htmlOf(text: string, dialect: MarkdownDialect = "github"): string {
  return renderMarkdown(text, { dialect }).html.trim();
}

function paragraph(text: string, dialect?: MarkdownDialect): string {
  return htmlOf(text, dialect).replace(/^<p>|<\/p>$/g, "");
}

describe("emphasis beside scripts without spaces", () => {
  it.each([
    ["**「これ」**は?", "<strong>「これ」</strong>は?"],
    ["これは**“強調”**です", "これは<strong>“強調”</strong>です"],
    ["これは**（注）**です", "これは<strong>（注）</strong>です"],
    ["**これ。**それ。**あれ。**", "<strong>これ。</strong>それ。<strong>あれ。</strong>"],
    ["*（注）*は", "<em>（注）</em>は"],
    ["***「これ」***は", "<em><strong>「これ」</strong></em>は"],
    ["~~「これ」~~は", "<s>「これ」</s>は"],
    ["**한국어(Korean)**은", "<strong>한국어(Korean)</strong>은"],
    ["**서울[^1]**은", "<strong>서울[^1]</strong>은"],
    ["**[リンク](/a)**は", '<strong><a href="/a">リンク</a></strong>は'],
    ["**`code`**は", "<strong><code>code</code></strong>は"],
    ["**「𠮷」**𠮷", "<strong>「𠮷」</strong>𠮷"],
    ["**葛󠄀**(城)", "<strong>葛󠄀</strong>(城)"],
    ["**ไทย (Thai)**คือ", "<strong>ไทย (Thai)</strong>คือ"],
  ])("%s", (text, html) => {
    expect(paragraph(text)).toBe(html);
  });

  it.each([
    ['a**"b"**c', "a**&quot;b&quot;**c"],
    ["** 「これ」 **は", "** 「これ」 **は"],
    ["__「これ」__は", "__「これ」__は"],
    ["`**「これ」**は`", "<code>**「これ」**は</code>"],
    ["\\*\\*「これ」\\*\\*は", "**「これ」**は"],
  ])("leaves %s as CommonMark has it", (text, html) => {
    expect(paragraph(text)).toBe(html);
  });

  it.each(markdownDialects)("is in each dialect but CommonMark: %s", (dialect) => {
    expect(paragraph("**「これ」**は", dialect).includes("<strong>")).toBe(dialect !== "commonmark");
  });
});

describe("struck text", () => {
  it.each([
    ["~one~", "<s>one</s>"],
    ["~~two~~", "<s>two</s>"],
    ["a ~~~three~~~", "a ~~~three~~~"],
    ["a ~~~~four~~~~", "a ~~~~four~~~~"],
    ["~~a~ b~~", "<s>a~ b</s>"],
    ["~a~~ b~", "<s>a~~ b</s>"],
    ["~~a ~b~ c~~", "<s>a <s>b</s> c</s>"],
    ["a~b~c", "a<s>b</s>c"],
    ["~~**a**~~ **~b~**", "<s><strong>a</strong></s> <strong><s>b</s></strong>"],
    ["[~a~](/b)", '<a href="/b"><s>a</s></a>'],
    ["~ a ~ ~~ b ~~", "~ a ~ ~~ b ~~"],
    ["\\~a~ `~b~`", "~a~ <code>~b~</code>"],
    ["~*a~*", "~*a~*".replace("~*a~", "<s>*a</s>")],
  ])("%s", (text, html) => {
    expect(paragraph(text)).toBe(html);
  });

  it.each<[MarkdownDialect, html: string]>([
    ["github", "<s>a</s> <s>b</s> ~~~c~~~"],
    ["editor", "<s>a</s> <s>b</s> ~~~c~~~"],
    ["hugo", "<s>a</s> <s>b</s> ~~~c~~~"],
    ["docusaurus", "<s>a</s> <s>b</s> ~~~c~~~"],
    ["mdx", "<s>a</s> <s>b</s> ~~~c~~~"],
    ["kramdown", "~a~ <s>b</s> ~~~c~~~"],
    ["liquid", "~a~ <s>b</s> ~~~c~~~"],
    ["commonmark", "~a~ ~~b~~ ~~~c~~~"],
  ])("in %s is that of its renderer", (dialect, html) => {
    expect(paragraph("~a~ ~~b~~ ~~~c~~~", dialect)).toBe(html);
  });
});

describe("terms of definition lists", () => {
  const dialects: MarkdownDialect[] = ["github", "editor", "kramdown", "hugo", "liquid"];

  it.each([
    ["**Is it open?**", "<strong>Is it open?</strong>"],
    ["*Is it open?*", "<em>Is it open?</em>"],
    ["#1 reason", "#1 reason"],
    ["#hashtag", "#hashtag"],
    ["+1", "+1"],
    ["-5 degrees", "-5 degrees"],
    ["<b>Is it open?</b>", "<b>Is it open?</b>"],
    ["<https://a.example>", '<a href="https://a.example">https://a.example</a>'],
    ["`code`", "<code>code</code>"],
    ["[a](/b)", '<a href="/b">a</a>'],
    ["![a](/b)", '<img src="/b" alt="a">'],
    ["|a|", "|a|"],
    ["1st", "1st"],
    ["~~a~~", "<s>a</s>"],
    ["“a”", "“a”"],
  ])("can be %s", (term, html) => {
    const list = `<dl>\n<dt>${html}</dt>\n<dd>Daily.</dd>\n</dl>`;
    for (const dialect of dialects) expect(htmlOf(`${term}\n: Daily.`, dialect)).toBe(list);
    expect(htmlOf(`A\n${term}\n: Daily.`)).toBe(list.replace("<dt>", "<dt>A</dt>\n<dt>"));
    expect(htmlOf(`A\n: a\n\n${term}\n: Daily.`)).toBe(list.replace("<dt>", "<dt>A</dt>\n<dd>a</dd>\n<dt>"));
    expect(htmlOf(`${term}\n\n: Daily.`)).toContain(`<dt>${html}</dt>\n<dd>\n<p>Daily.</p>`);
    expect(htmlOf(`- ${term}\n  : Daily.\n- B`)).toContain(`<li>\n${list}\n</li>`);
    expect(htmlOf(`> ${term}\n> : Daily.`)).toContain(list);
  });

  it.each([
    ["* item", "<ul>"],
    ["- item", "<ul>"],
    ["+ item", "<ul>"],
    ["1. item", "<ol>"],
    ["# Title", "<h1"],
    ["## Is it open?", "<h2"],
    ["> quote", "<blockquote>"],
    ["***", "<hr>"],
    ["```", "<pre>"],
    ["<div>a</div>", "<div>"],
    ["<!-- a -->", "<!--"],
  ])("cannot be another block: %s", (line, element) => {
    for (const text of [`${line}\n: Daily.`, `${line}\n\n: Daily.`, `A\n: a\n\n${line}\n: Daily.`]) {
      const html = htmlOf(text);
      expect(html).toContain(element);
      expect(html).not.toContain("<dd>Daily.</dd>");
    }
  });
});

describe("the section of footnotes", () => {
  const text = "## Why?\n\nBecause[^1].\n\n[^1]: A note.";

  it("begins with a heading, which ends the last answer and is no question", () => {
    const { html } = renderMarkdown(text);
    for (const options of [{}, { headingText: "visible" }, { unwrapHeadings: true }] as const) {
      expect(extractFaqEntries(html, options)).toMatchObject([
        { question: "Why?", answer: options.headingText === undefined ? "Because1." : "Because." },
      ]);
    }
    expect(html.match(/<h2[^>]*>/g)).toEqual(['<h2 id="why">', '<h2 class="sr-only" id="footnote-label">']);
    expect(htmlSections(html).map((section) => section.text)).toEqual(["Because.", "A note. ↩"]);
  });

  it("is left out without footnotes", () => {
    expect(htmlOf("a [^1]")).toBe("<p>a [^1]</p>");
  });
});
