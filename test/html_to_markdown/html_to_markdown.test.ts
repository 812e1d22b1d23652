import { describe, expect, it } from "vitest";
import { htmlToMarkdown } from "../../lib/publishing/html_to_markdown/mod.ts";
import { readersView, render } from "./_readers_view.ts";

type Case = readonly [name: string, html: string, markdown: string];

const inline: readonly Case[] = [
  ["emphasis", "<p>a <em>b</em> <strong>c</strong> <del>d</del></p>", "a *b* **c** ~~d~~"],
  [
    "emphasis in emphasis",
    "<p><strong><em>a</em></strong> <em>b <strong>c</strong></em></p>",
    "**_a_** *b __c__*",
  ],
  ["emphasis of the same kind in itself", "<p><b>a <strong>b</strong></b></p>", "**a b**"],
  ["neighbors", "<p><em>a</em><strong>b</strong><em>c</em></p>", "*a*__b__*c*"],
  ["emphasis in a word", "<p>un<em>frigging</em>believable</p>", "un*frigging*believable"],
  ["white space at the ends of emphasis", "<p>a<b> b </b>c</p>", "a **b** c"],
  [
    "emphasis that ends in a word after punctuation",
    "<p><strong>Note:</strong>text</p>",
    "<strong>Note:</strong>text",
  ],
  ["emphasis that begins with punctuation in a word", "<p>a<em>(b)</em></p>", "a<em>(b)</em>"],
  [
    "Japanese",
    "<p>これは<strong>重要</strong>です。<strong>「これ」</strong>は</p>",
    "これは**重要**です。<strong>「これ」</strong>は",
  ],
  ["emoji", "<p>a<b>😀 b</b></p>", "a<strong>😀 b</strong>"],
  ["emphasis without text", "<p>a<b> </b>b<i></i></p>", "a b"],
  ["asterisks", "<p>Ages* 5 to 8* years, 2 * 3, **</p>", "Ages\\* 5 to 8\\* years, 2 * 3, \\*\\*"],
  ["underscores and tildes", "<p>snake_case _a_ ~b~</p>", "snake_case \\_a\\_ \\~b\\~"],
  ["brackets", "<p>[a](b) ![c](d) [^1] [ ]</p>", "\\[a](b) !\\[c](d) \\[^1] \\[ ]"],
  ["backslashes", "<p>C:\\dir \\* a\\</p>", "C:\\dir \\\\\\* a\\\\"],
  [
    "references",
    "<p>&amp;lt; &amp;#42; &amp;copy; AT&amp;T &lt;b&gt; a &lt; b</p>",
    "&amp;lt; &amp;#42; &amp;copy; AT&T \\<b> a < b",
  ],
  [
    "bare addresses",
    "<p>http://a.example/b_c www.a.example a@b.example</p>",
    "http\\://a.example/b_c www\\.a.example a\\@b.example",
  ],
  ["links", '<p><a href="/a b" title="T &quot;t&quot;">a [b]</a></p>', '[a \\[b\\]](/a%20b "T \\"t\\"")'],
  [
    "a link with its address",
    '<p><a href="https://a.example/b_c">https://a.example/b_c</a></p>',
    "<https://a.example/b_c>",
  ],
  [
    "parentheses and references in an address",
    '<p><a href="a(b)c">x</a> <a href="a(b?x=1&amp;lt;">y</a></p>',
    "[x](a(b)c) [y](a\\(b?x=1&amp;lt;)",
  ],
  ["a link after an exclamation mark", '<p>Wow!<a href="/b">c</a></p>', "Wow\\![c](/b)"],
  [
    "an image in a link",
    '<p><a href="/b"><img src="a (1.png" alt="[a] *b*"></a></p>',
    "[![\\[a\\] \\*b\\*](a%20\\(1.png)](/b)",
  ],
  ["a script as an address", '<p><a href="javascript:a()">b</a></p>', "b"],
  ["line breaks", "<p>a<br>b<br><br>1. c<br></p>", "a\\\nb\\\n\\\n1\\. c"],
  [
    "inline elements",
    "<p>H<sub>2</sub>O x<sup>2</sup> <kbd>\\*</kbd> <mark>a*</mark> <q>b</q></p>",
    "H<sub>2</sub>O x<sup>2</sup> <kbd>\\\\\\*</kbd> <mark>a\\*</mark> <q>b</q>",
  ],
  [
    "ruby",
    "<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby></p>",
    "<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>",
  ],
  [
    "hidden and invisible elements",
    '<p>a<span hidden>b</span><script>c</script><template>d</template></p><p hidden="until-found">e</p>',
    "a",
  ],
  ["noscript", "<noscript><p>a <b>b</b></p></noscript>", "a **b**"],
  [
    "code",
    "<p><code>a*b</code> <code>`</code> <code>a``b`</code> <code> a </code></p>",
    "`a*b` `` ` `` ``` a``b` ``` `  a  `",
  ],
  ["code beside code", "<p><code>a</code><code>*</code></p>", "`a`<code>\\*</code>"],
  [
    "markup in code",
    "<p><code>git commit -m <em>message</em></code></p>",
    "<code>git commit -m *message*</code>",
  ],
  ["a link in code", '<p><code>a_b <a href="/c">*d*</a></code></p>', "<code>a_b [\\*d\\*](/c)</code>"],
  ["colors in code", '<p><code><span class="k">if</span> (a)</code></p>', "`if (a)`"],
];

const lines: readonly Case[] = [
  ...[
    "# a",
    "> a",
    "- a",
    "+ a",
    "--- | ---",
    "-",
    "===",
    "| a |",
    ": a",
    "::: note",
    "~~~",
    "* a",
    "```",
    "[a]: b",
    "[^1]: b",
    "<!-- a -->",
  ].map((text): Case => [
    `a line that begins with ${text}`,
    `<p>${text.replaceAll("<", "&lt;")}</p>`,
    escaped(text),
  ]),
  ["a line that begins with a number", "<p>1. a</p><p>2) b</p><p>3.c</p>", "1\\. a\n\n2\\) b\n\n3.c"],
  ["lines that only look like blocks", "<p>-5 #a :) =a</p><p>a # b - c</p>", "-5 #a :) =a\n\na # b - c"],
];

function escaped(text: string): string {
  const marks: Record<string, string> = { "~~~": "\\~\\~\\~", "```": "\\`\\`\\`" };
  return marks[text] ?? `\\${text}`;
}

const blocks: readonly Case[] = [
  ["headings", "<h2>a #</h2><h3>#b {#c}</h3><h4>a<br>b</h4>", "## a \\#\n\n### #b {#c\\}\n\n#### a<br>b"],
  ["a heading with ## at its end", "<h2>C##</h2><h2>C ##</h2>", "## C##\n\n## C \\##"],
  ["paragraphs in other blocks", "<div>a<p>b</p>c</div>", "a\n\nb\n\nc"],
  ["emphasis around blocks", "<em><p>a</p><p>b</p></em>", "*a*\n\n*b*"],
  ["a link around blocks", '<a href="/x"><h3>a</h3><p>b</p></a>', "### [a](/x)\n\n[b](/x)"],
  [
    "quotations",
    "<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote><blockquote>c</blockquote>",
    "> a\n>\n> > b\n\n> c",
  ],
  ["lists", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>", "- a\n  - b\n- c"],
  ["a loose list", "<ul><li><p>a</p><p>b</p></li><li><p>c</p></li></ul>", "- a\n\n  b\n\n- c"],
  ["numbered lists", '<ol start="9"><li>a</li><li>b<ol><li>c</li></ol></li></ol>', "9. a\n10. b\n    1. c"],
  [
    "a nested list that does not begin with 1",
    '<ul><li>a<ol start="2"><li>b</li></ol></li></ul>',
    "- a\n\n  2. b",
  ],
  [
    "lists in a row",
    "<ul><li>a</li></ul><ul><li>b</li></ul><ol><li>c</li></ol><ol><li>d</li></ol>",
    "- a\n\n* b\n\n1. c\n\n1) d",
  ],
  ["an empty item", "<ul><li></li><li>a</li></ul>", "-\n- a"],
  [
    "blocks in items",
    "<ul><li>a<pre>b\n\nc</pre></li><li><blockquote>d</blockquote></li><li><hr></li></ul>",
    "- a\n  ```\n  b\n\n  c\n  ```\n- > d\n- ___",
  ],

  [
    "tasks",
    '<ul><li><input type="checkbox" checked> a</li><li><p><input type="checkbox"> b</p></li></ul>',
    "- [x] a\n\n- [ ] b",
  ],
  ["code", '<pre><code class="hljs language-js">a\n\n\tb\n</code></pre>', "```js\na\n\n\tb\n```"],
  ["code with fences", "<pre>```\na\n````</pre>", "`````\n```\na\n````\n`````"],
  ["empty lines around code", "<pre>\n\na\n\n</pre>", "```\n\na\n\n```"],
  ["lines of code by br", "<pre>a<br>b</pre>", "```\na\nb\n```"],
  ["markup in code", "<pre>\na <b>*b*</b>\n\n &lt;c></pre>", "<pre>\na <b>*b*</b>&#10;&#10; &lt;c&gt;</pre>"],
  ["a rule", "<p>a</p><hr><p>b</p>", "a\n\n___\n\nb"],
  [
    "definitions",
    "<dl><dt>a*</dt><dd>b <code>c</code></dd></dl>",
    "<dl>\n<dt>a*</dt>\n<dd>b <code>c</code></dd></dl>",
  ],
  [
    "details",
    "<details open><summary>a <b>b</b></summary><p>c*</p></details>",
    "<details open>\n<summary>a <b>b</b></summary>\n\nc\\*\n\n</details>",
  ],
  [
    "an alert",
    '<aside class="admonition note"><p class="admonition-title">Note</p><p>a</p><ul><li>b</li></ul></aside>',
    "> [!NOTE]\n> a\n>\n> - b",
  ],
  [
    "an aside with its own title",
    '<aside class="admonition tip"><p class="admonition-title">a</p><p>b</p></aside>',
    '<aside class="admonition tip">\n\na\n\nb\n\n</aside>',
  ],
  [
    "a figure",
    '<figure><img src="a.png" alt="b"><figcaption>c</figcaption></figure>',
    '<figure><img src="a.png" alt="b">\n<figcaption>c</figcaption></figure>',
  ],
  ["a video", '<video src="a.mp4" controls onplay="b()"></video>', '<video src="a.mp4" controls></video>'],
];

const tables: readonly Case[] = [
  [
    "a table",
    '<table><thead><tr><th>a</th><th align="right">b</th></tr></thead><tbody><tr><td>c</td><td>d</td></tr></tbody></table>',
    "| a | b |\n| --- | --: |\n| c | d |",
  ],
  [
    "pipes and line breaks in cells",
    "<table><tr><th>a|b</th></tr><tr><td><code>c|d</code><br>\\|</td></tr></table>",
    "| a\\|b |\n| --- |\n| `c\\|d`<br>\\\\\\| |",
  ],
  [
    "spans",
    '<table><tr><th colspan="2">a</th></tr><tr><td>b</td><td>c</td></tr></table>',
    '<table>\n<tbody>\n<tr><th colspan="2">a</th></tr>\n<tr><td>b</td><td>c</td></tr></tbody></table>',
  ],
  [
    "rows that differ in length",
    "<table><tr><th>a</th></tr><tr><td>b</td><td>c</td></tr></table>",
    "<table>\n<tbody>\n<tr><th>a</th></tr>\n<tr><td>b</td><td>c</td></tr></tbody></table>",
  ],
  [
    "a table without a heading",
    "<table><tr><td>a*</td></tr></table>",
    "<table>\n<tbody>\n<tr><td>a*</td></tr></tbody></table>",
  ],
  [
    "blocks and empty lines in cells",
    "<table><tr><th>a</th></tr><tr><td><pre>b\n\n c</pre></td></tr></table>",
    "<table>\n<tbody>\n<tr><th>a</th></tr>\n<tr><td><pre>\nb&#10;&#10; c</pre></td></tr></tbody></table>",
  ],
];

describe.each([
  ["inline content", inline],
  ["the start of a line", lines],
  ["blocks", blocks],
  ["tables", tables],
])("htmlToMarkdown, %s", (_name, cases) => {
  it.each(cases)("writes %s", (_case, html, markdown) => {
    expect(htmlToMarkdown(html)).toBe(markdown);
    expect(readersView(render(markdown))).toEqual(withEncodedAddresses(readersView(html)));
  });
});

/** Markdown percent-encodes spaces and leaves out scripts. */
function withEncodedAddresses({
  structure,
  ...view
}: ReturnType<typeof readersView>): ReturnType<typeof readersView> {
  return {
    ...view,
    structure: structure.map((line) =>
      line
        .replace("a(/a b)", "a(/a%20b)")
        .replace("img a (1", "img a%20(1")
        .replace(/^a\(javascript.*: /, ": "),
    ),
  };
}

describe("htmlToMarkdown, footnotes", () => {
  it.each([
    ["one", "a[^1]\n\n[^1]: b *c*"],
    ["several, with blocks and two references", "a[^1] b[^2] c[^1]\n\n[^1]: d\n\n    - e\n\n[^2]: f"],
  ])("writes %s as the parser reads them", (_name, markdown) => {
    expect(htmlToMarkdown(render(markdown))).toBe(markdown);
  });

  it.each(["<p>1</p>", '<table><tr><td><sup><a href="#fn-1" id="fnref-1">1</a></sup></td></tr></table>'])(
    "keeps the text if there is no reference in Markdown: %s",
    (html) => {
      const whole = `${html}<section class="footnotes"><ol><li id="fn-1"><p>a <a href="#fnref-1">↩</a></p></li></ol></section>`;
      expect(readersView(render(htmlToMarkdown(whole))).text).toBe(readersView(whole).text);
    },
  );
});

describe("htmlToMarkdown", () => {
  it.each([
    ["deep", "<div>".repeat(50_000), "</div>".repeat(50_000)],
    ["in quotations", "<blockquote>".repeat(2000), ""],
    ["in lists", "<ul><li>".repeat(2000), ""],
    ["in emphasis", "<em><sub>".repeat(2000), ""],
  ])("keeps text that is nested %s", (_name, start, end) => {
    expect(readersView(render(htmlToMarkdown(`${start}text${end}`))).text).toBe("text");
  });
});
