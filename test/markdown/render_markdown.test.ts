import { describe, expect, it } from "vitest";
import { type ImportItem, markdownToPost, readMarkdown } from "../../lib/import/mod.ts";
import { markdownDialects } from "../../lib/content/mod.ts";
import { type MarkdownDialect, MarkdownError, renderMarkdown } from "../../lib/import/markdown/mod.ts";
import { blocksOf } from "./_blocks_of.ts";

function htmlOf(text: string, dialect: MarkdownDialect = "github"): string {
  return renderMarkdown(text, { dialect }).html.trim();
}

function read(text: string, path: string): ImportItem[] {
  return [...readMarkdown(text, path, { path, siteUrl: "https://acme.example", now: 0 })];
}

describe("GFM", () => {
  it("has tables, task lists and struck text", () => {
    expect(blocksOf(htmlOf("|a|\n|-|\n|b|"))).toEqual(["table:", "tr:", "th:a", "tr:", "td:b"]);
    expect(htmlOf("- [ ] a\n- [x] b\n- [y] c")).toBe(
      '<ul>\n<li><input type="checkbox" disabled> a</li>\n<li><input type="checkbox" disabled checked> b</li>\n<li>[y] c</li>\n</ul>',
    );
    expect(htmlOf("~~a~~")).toBe("<p><s>a</s></p>");
  });

  it.each([
    ["See https://a.example/x_y.", '<p>See <a href="https://a.example/x_y">https://a.example/x_y</a>.</p>'],
    ["(www.a.example/b_(c))", '<p>(<a href="http://www.a.example/b_(c)">www.a.example/b_(c)</a>)</p>'],
    ["Mail a.b@c.example!", '<p>Mail <a href="mailto:a.b@c.example">a.b@c.example</a>!</p>'],
    ["a.example and `https://b.example`", "<p>a.example and <code>https://b.example</code></p>"],
    ["[https://a.example](/b)", '<p><a href="/b">https://a.example</a></p>'],
    ['<a href="/b">https://a.example</a>', '<p><a href="/b">https://a.example</a></p>'],
  ])("links bare addresses in %j", (text, html) => {
    expect(htmlOf(text)).toBe(html);
  });

  it("has footnotes, in the order of their references", () => {
    expect(htmlOf("a[^x] b[^1] c[^x] d[^z]\n\n[^1]: One\n[^x]: Two\n\n    More")).toBe(
      '<p>a<sup><a href="#fn-1" id="fnref-1">1</a></sup> b<sup><a href="#fn-2" id="fnref-2">2</a></sup> c<sup><a href="#fn-1" id="fnref-1-2">1</a></sup> d[^z]</p>\n' +
        '<section class="footnotes">\n<h2 class="sr-only" id="footnote-label">Footnotes</h2>\n<ol>\n<li id="fn-1">\n<p>Two</p>\n<p>More <a href="#fnref-1">↩</a> <a href="#fnref-1-2">↩</a></p>\n</li>\n' +
        '<li id="fn-2">\n<p>One <a href="#fnref-2">↩</a></p>\n</li>\n</ol>\n</section>',
    );
    expect(renderMarkdown("a\n\n[^1]: b").notes).toEqual([
      { category: "footnote", text: 'the footnote "1" has no reference', count: 1, isLoss: true },
    ]);
  });

  it("has definition lists", () => {
    expect(htmlOf("A\nB\n: one\n: two\n\nC\n\n: three")).toBe(
      "<dl>\n<dt>A</dt>\n<dt>B</dt>\n<dd>one</dd>\n<dd>two</dd>\n<dt>C</dt>\n<dd>\n<p>three</p>\n</dd>\n</dl>",
    );
  });

  it.each(markdownDialects)(
    "has alerts in %s, unless they are escaped or are not alone on their line",
    (dialect) => {
      expect(htmlOf("- > [!note]\n  > a\n  >\n  > > [!TIP]\n  > > b", dialect)).toBe(
        '<ul>\n<li>\n<aside class="admonition note">\n<p class="admonition-title">Note</p>\n<p>a</p>\n<aside class="admonition tip">\n' +
          '<p class="admonition-title">Tip</p>\n<p>b</p>\n</aside>\n</aside>\n</li>\n</ul>',
      );
      for (const text of [String.raw`> \[!NOTE]`, "> [!NOTE] a", "> [!NOTES]", "[!NOTE]"]) {
        expect(htmlOf(text, dialect)).not.toContain("admonition");
      }
    },
  );

  it("has admonitions", () => {
    const inside = (title: string): string =>
      `<p class="admonition-title">${title}</p>\n<ul>\n<li>a</li>\n</ul>\n</aside>`;
    expect(htmlOf("> [!WARNING]\n> - a")).toBe(`<aside class="admonition warning">\n${inside("Warning")}`);
    expect(htmlOf(":::tip[A *title*]\n- a\n:::")).toBe(
      `<aside class="admonition tip">\n${inside("A <em>title</em>")}`,
    );
    expect(blocksOf(htmlOf("::::note\n:::tip\na\n:::\nb\n::::\nc"))).toEqual([
      "p:Note",
      "p:Tip",
      "p:a",
      "p:b",
      "p:c",
    ]);
    expect(blocksOf(htmlOf("> [!other]\n> a"))).toEqual(["blockquote:", "p:[!other] a"]);
  });

  it("keeps HTML, quotes and dashes as they are", () => {
    expect(htmlOf('<b onclick="x">a</b> "b" -- c...')).toBe(
      '<p><b onclick="x">a</b> &quot;b&quot; -- c...</p>',
    );
  });

  it("has neither of them in CommonMark", () => {
    expect(htmlOf("~~a~~ https://a.example [^1]\n\n[^1]: b c", "commonmark")).not.toMatch(
      /<(?:s|a|sup|section)\b/,
    );
  });
});

describe("ids of headings", () => {
  it.each([
    ["github", "# Hi `a`, Ü!\n# Hi a ü\n# B {#c}", ["hi-a-ü", "hi-a-ü-1", "c"]],
    ["kramdown", "# Hi *there*\n\n# Hi there\n{: #x .y}", ["hi-there", "x"]],
    ["hugo", "# Hi {#x .y}\n# !", ["x", "heading"]],
    ["mdx", "# Hi {/* #x */}\n# Hi", ["x", "hi"]],
  ] as const)("are created as in %s", (dialect, text, ids) => {
    const found = [...htmlOf(text, dialect).matchAll(/<h1 id="([^"]*)">/g)].map(([, id]) => id);
    expect(found).toEqual(ids);
  });

  it("are not created for the editor", () => {
    expect(markdownToPost("## Why?\n\n## B {#c}", "a").html).toBe('<h2>Why?</h2>\n<h2 id="c">B</h2>\n');
  });
});

describe("kramdown", () => {
  it("drops attribute lists, comments and the table of contents", () => {
    const { html, notes } = renderMarkdown(
      "* TOC\n{:toc}\n\n[a](b){: .c} *d*{: #e}\n{: .f}\n\n{::comment}\nno\n{:/comment}\n\n{::options x='y' /}\n\n<div markdown=\"1\">\n*g*\n</div>\n\n`{: .h}`",
      { dialect: "kramdown" },
    );
    expect(html).toBe(
      '<p><a href="b">a</a> <em>d</em></p>\n<div>\n<p><em>g</em></p>\n</div>\n<p><code>{: .h}</code></p>\n',
    );
    expect(notes).toMatchObject([{ category: "table-of-contents", isLoss: false }]);
  });

  it("reads HTML up to its end, tables without a heading, and paragraphs of items", () => {
    expect(htmlOf("<div>\n\n    *a*\n\n</div>\n\n*b*", "kramdown")).toBe(
      "<div>\n\n    *a*\n\n</div>\n<p><em>b</em></p>",
    );
    expect(blocksOf(htmlOf("| a | b |\n| c | d |", "kramdown"))).toEqual([
      "table:",
      "tr:",
      "td:a",
      "td:b",
      "tr:",
      "td:c",
      "td:d",
    ]);
    expect(htmlOf("* a\n\n* b\n* c", "kramdown")).toBe(
      "<ul>\n<li>\n<p>a</p>\n</li>\n<li>b</li>\n<li>c</li>\n</ul>",
    );
  });
});

describe("templates", () => {
  it.each<readonly [source: string, html: string]>([
    [
      '{% highlight "js" %}\nlet a;\n{% endhighlight %}',
      '<pre><code class="language-js">let a;\n</code></pre>',
    ],
    [
      "{% codeblock Title lang:ts %}\n# a\n\n*b*\n{% endcodeblock %}",
      '<pre><code class="language-ts"># a\n\n*b*\n</code></pre>',
    ],
    [
      "{% blockquote Ann, Book https://b.example A page %}\n*Text*\n{% endblockquote %}",
      '<blockquote>\n<p><cite>Ann, Book, <a href="https://b.example">A page</a></cite></p>\n<p><em>Text</em></p>\n</blockquote>',
    ],
    [
      "- a\n\n  {% pullquote left %}\n  b\n  {% endpullquote %}\n",
      "<ul>\n<li>\n<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>\n</li>\n</ul>",
    ],
    [
      "{% youtube abc 4 %}",
      '<iframe src="https://www.youtube-nocookie.com/embed/abc" allowfullscreen></iframe>',
    ],
    ["{% iframe https://a.example/b 400 %}", '<iframe src="https://a.example/b"></iframe>'],
    ["a{# no text #}b `{# code #}`", "<p>ab <code>{# code #}</code></p>"],
    ["## A {#own}", '<h2 id="own">A</h2>'],
    [
      '{% set code %}\n# a\n{% endset %}\n{{ code | highlight("sh") | safe }}',
      '<pre><code class="language-sh"># a\n</code></pre>',
    ],
    ["{% capture note %}*a*{% endcapture %}\n\nb {{ note }} {{ note }}", "<p>b <em>a</em> <em>a</em></p>"],
    ["{% capture note %}*a*{% endcapture %}\n\nb", "<p><em>a</em></p>\n<p>b</p>"],
    ["{% set codeA %}\n# a\n{% endset %}\n\nb", "<pre><code># a\n</code></pre>\n<p>b</p>"],
    ['{% set x = "y" %}a', "<p>a</p>"],
  ])("of Liquid, Nunjucks and Hexo are rendered: %j", (source, html) => {
    const rendered = renderMarkdown(source, { dialect: "liquid" });
    expect({ ...rendered, html: rendered.html.trim() }).toEqual({ html, notes: [] });
  });

  it("of Liquid cannot multiply a text without bound", () => {
    const text = `{% set x %}${"a".repeat(100_000)}{% endset %}${"{{ x }}".repeat(10_000)}`;
    const { html, notes } = renderMarkdown(text, { dialect: "liquid" });
    expect(html.length).toBeLessThan(4_300_000);
    expect(notes).toMatchObject([{ category: "template-tag", isLoss: true }]);
  });

  it("of Liquid are rendered or counted, but not in code", () => {
    const { html, notes } = renderMarkdown(
      "{% highlight ruby %}\na < b\n{% endhighlight %}\n\n{% raw %}{{ a }}{% endraw %} {% comment %}b{% endcomment %}`{{ c }}` [d]({% post_url 2020-01-02-e %}) [f]({{ site.baseurl }}/g) {% include h.html %}{% include h.html %}{{ page.i }}\n\n```\n{% if x %}\n```",
      { dialect: "liquid" },
    );
    expect(html).toBe(
      '<pre><code class="language-ruby">a &lt; b\n</code></pre>\n<p>{{ a }} <code>{{ c }}</code> <a href="e">d</a> <a href="/g">f</a></p>\n<pre><code>{% if x %}\n</code></pre>\n',
    );
    expect(notes).toMatchObject([
      { category: "template-tag", count: 1, isLoss: false },
      { category: "template-tag", text: 'the tag "include h.html" was removed', count: 2, isLoss: true },
      { category: "template-tag", text: 'the output of "page.i" was removed', count: 1, isLoss: true },
    ]);
  });

  it("of Hugo are rendered or counted, but not in code", () => {
    const { html, notes } = renderMarkdown(
      '{{< figure src="a.png" alt="b" caption="c" >}}\n\n{{< youtube d >}}\n\n{{< highlight go >}}\ne\n{{< /highlight >}}\n\n[f]({{< ref "/posts/g.md#h" >}}) {{< gallery >}}{{% i %}}j{{% /i %}} `{{< k >}}` {{</* l */>}}',
      { dialect: "hugo" },
    );
    expect(html).toContain('<figure><img src="a.png" alt="b"><figcaption><p>c</p></figcaption></figure>');
    expect(html).toContain('src="https://www.youtube-nocookie.com/embed/d"');
    expect(html).toContain('<pre><code class="language-go">e\n</code></pre>');
    expect(html).toContain('<a href="g#h">f</a> j <code>{{&lt; k &gt;}}</code> {{&lt; l &gt;}}</p>');
    expect(notes).toMatchObject([
      { category: "shortcode", count: 1, isLoss: false },
      { category: "shortcode", text: 'the shortcode "gallery" was removed', isLoss: true },
      { category: "shortcode", text: 'the shortcode "i" was removed, and its content kept', isLoss: false },
    ]);
  });

  it.each<readonly [dialect: MarkdownDialect, tag: string, element: string]>([
    ["hugo", "{{< youtube a >}}", "iframe"],
    ["hugo", '{{< figure src="/a.png" >}}', "figure"],
    ["liquid", "{% vimeo a %}", "iframe"],
  ])("of %s that are blocks end before the next line: %s", (dialect, tag, element) => {
    const html = htmlOf(`${tag}\n### B\n\n- c\n\n  ${tag}\n  *d*`, dialect);
    expect(html).toContain('<h3 id="b">B</h3>');
    expect(html).toMatch(new RegExp(`</${element}>\n<p><em>d</em></p>\n</li>`));
  });

  it("resolve links if the caller can", () => {
    const resolveLink = (target: string): string => `https://a.example/${target}/`;
    const { html, notes } = renderMarkdown("[a]({% link b.md %})", { dialect: "liquid", resolveLink });
    expect(html).toBe('<p><a href="https://a.example/b.md/">a</a></p>\n');
    expect(notes).toEqual([]);
  });

  it("of MDX are unwrapped", () => {
    const { html, notes } = renderMarkdown(
      'import A from "a";\n\nexport const b = 1;\n\n<Tabs>\n    <Tab label={c}>\n        1. d\n    </Tab>\n</Tabs>\n\n{props.e} {"f"} `{g}` <Image src="h" />\n\n<div className="i">\n**j**\n</div>\n\n<Aside type="tip" title="k">\nl\n</Aside>',
      { dialect: "mdx" },
    );
    expect(blocksOf(html)).toEqual(
      ["ol:", "li:d", "p:f {g}", "text:", "p:j", "p:k", "p:l"].filter((b) => b !== "text:"),
    );
    expect(html).toContain('<div class="i">');
    expect(notes.map(({ category, text, isLoss }) => [category, text, isLoss])).toEqual([
      ["mdx-expression", "an expression was removed", true],
      ["mdx-component", 'the component "Image" was removed', true],
    ]);
  });
});

describe("readMarkdown", () => {
  it("detects the dialect, and yields a note for each kind of construct", () => {
    expect(read("---\ntitle: A\n---\n{{< b >}}{{< b >}} Text", "a.md")).toMatchObject([
      { kind: "post" },
      { kind: "note", category: "shortcode", count: 2, isLoss: true, place: { file: "a.md" } },
    ]);
    const [jekyll] = read("---\nlayout: post\ntitle: A\n---\na\n{: .b}", "_posts/2020-01-02-a.md");
    expect(jekyll).toMatchObject({ kind: "post", input: { html: "<p>a</p>\n" } });
    const [mdx] = read("---\ntitle: A\n---\nimport B from 'b'\n\n<B>c</B>", "a.mdx");
    expect(mdx).toMatchObject({ kind: "post", input: { html: "<p>c</p>\n" } });
  });

  it.each<readonly [text: string, dialect: MarkdownDialect]>([
    ["<Intro>\n\na\n\n</Intro>", "mdx"],
    ["- a\n\n  <Box.Part b={c} />", "mdx"],
    ["## A {/*b*/}", "mdx"],
    ["{/* b */}\n\na", "mdx"],
    ["```\n</Intro>\n## A {/*b*/}\n```\n\n`</Intro>` a </B>\n\n<c-d />\n\n<Name>", "github"],
  ])("finds MDX in files .md: %j", (text, dialect) => {
    expect(read(text, "a.md")[0]).toMatchObject({ input: { markdownDialect: dialect } });
  });

  it("skips a file that is too long, with the line", () => {
    const [item] = read(`---\ntitle: A\n---\na\n${"b".repeat(5_000_000)}`, "a.md");
    expect(item).toMatchObject({ kind: "skipped", category: "too-large", place: { line: 5 } });
    expect(() => renderMarkdown("a".repeat(5_000_000))).toThrow(MarkdownError);
  });

  it("notes blocks that are nested too deep", () => {
    expect(renderMarkdown(`${"> ".repeat(10_000)}a`).notes).toMatchObject([
      { category: "nesting", isLoss: true },
    ]);
    expect(renderMarkdown(`${"> ".repeat(20)}a`).notes).toEqual([]);
  });
});
