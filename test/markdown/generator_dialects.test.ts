import { describe, expect, it } from "vitest";
import type { MarkdownDialect } from "../../lib/content/mod.ts";
import { renderMarkdown } from "../../lib/import/markdown/mod.ts";

type Case = readonly [
  name: string,
  dialect: MarkdownDialect,
  text: string,
  html: string,
  notes?: readonly string[],
];

/** HTML without line breaks, so that each case has one line. */
function htmlOf(text: string, dialect: MarkdownDialect): { html: string; notes: string[] } {
  const { html, notes } = renderMarkdown(text, { dialect });
  return { html: html.replaceAll("\n", ""), notes: notes.map((note) => note.text) };
}

const aside = (type: string, title: string, content: string): string =>
  `<aside class="admonition ${type}"><p class="admonition-title">${title}</p>${content}</aside>`;

const cases: readonly Case[] = [
  [
    "an admonition",
    "mkdocs",
    '!!! note "A *title*"\n\n    b\n\nc',
    `${aside("note", "A <em>title</em>", "<p>b</p>")}<p>c</p>`,
  ],
  ["an admonition that is closed", "mkdocs", "??? tip\n    b", aside("tip", "Tip", "<p>b</p>")],
  ["an admonition that is open", "mkdocs", "???+ tip\n    b", aside("tip", "Tip", "<p>b</p>")],
  ["an admonition with classes", "mkdocs", "!!! info inline end\n    b", aside("info", "Info", "<p>b</p>")],
  [
    "nested admonitions",
    "mkdocs",
    "!!! a\n    !!! b\n        c\n\n    d",
    aside("a", "A", `${aside("b", "B", "<p>c</p>")}<p>d</p>`),
  ],
  [
    "an admonition with code",
    "mkdocs",
    "!!! a\n    ``` py\n    !!! x\n        y\n    ```",
    aside("a", "A", '<pre><code class="language-py">!!! x    y</code></pre>'),
  ],
  [
    "an admonition in a list",
    "mkdocs",
    "1. b\n\n    !!! a\n        c\n\n2. d",
    `<ol><li><p>b</p>${aside("a", "A", "<p>c</p>")}</li><li><p>d</p></li></ol>`,
  ],
  [
    "tabs",
    "mkdocs",
    '=== "A"\n\n    b\n\n=== "C"\n\n    * d',
    "<p><strong>A</strong></p><p>b</p><p><strong>C</strong></p><ul><li>d</li></ul>",
  ],
  [
    "icons",
    "mkdocs",
    "a :material-check: b :octicons-x-16:{ .c } `:material-d:`",
    "<p>a b <code>:material-d:</code></p>",
  ],
  [
    "attributes",
    "mkdocs",
    "[a](b){ .md-button } ![](c){ width=3 }\n{ .d }",
    '<p><a href="b">a</a> <img src="c" alt=""></p>',
  ],
  ["an anchor", "mkdocs", "[](){ #a } b", '<p><a id="a"></a> b</p>'],
  [
    "keys and marks",
    "mkdocs",
    "++ctrl+a++ ==b== `==c==`",
    "<p><kbd>ctrl</kbd>+<kbd>a</kbd> <mark>b</mark> <code>==c==</code></p>",
  ],
  ["a table of contents", "mkdocs", "[TOC]\n\na", "<p>a</p>"],
  [
    "code in code",
    "mkdocs",
    '``` title="A"\n!!! b\n\n    === "C"\n\n        ``` d\n        ```\n\n    === "E"\n```\n\nf',
    "<p><strong>A</strong></p><pre><code>!!! b    === &quot;C&quot;        ``` d        ```    === &quot;E&quot;</code></pre><p>f</p>",
  ],
  [
    "code in code",
    "vitepress",
    "::: tip\n```md\n:::\n    ```\n{{ a }}\n```\nb\n:::",
    aside("tip", "Tip", '<pre><code class="language-md">:::    ```{{ a }}</code></pre><p>b</p>'),
  ],
  [
    "code in code",
    "mdx",
    "- ```\n      ```\n  <A />{b}\n  ```\n",
    "<ul><li><pre><code>    ```&lt;A /&gt;{b}</code></pre></li></ul>",
  ],
  [
    "HTML in code",
    "mdx",
    "<Steps>\n  1. a\n\n      ```html\n      <b>\n        <c>\n          ```\n      </b>\n      ```\n\n  2. d\n</Steps>\n\n~~~\n<e>\n  <Tabs>\n~~~\n\n<div>\n  *f*\n</div>",
    '<ol><li><p>a</p><pre><code class="language-html">&lt;b&gt;  &lt;c&gt;    ```&lt;/b&gt;</code></pre></li><li><p>d</p></li></ol><pre><code>&lt;e&gt;  &lt;Tabs&gt;</code></pre><div><p><em>f</em></p></div>',
    ['the component "Steps" was removed, and its content kept'],
  ],
  [
    "whole elements on a line",
    "mdx",
    "- <p>[a](b) c</p>\n\n- d\n  <details>\n  <summary>e</summary>\n  ```js\n  f\n  ```\n  </details>",
    '<ul><li><p><a href="b">a</a> c</p></li><li><p>d</p><details><summary>e</summary><pre><code class="language-js">f</code></pre></details></li></ul>',
  ],
  [
    "a language with lines",
    "vitepress",
    "```js{1,3}\na\n```",
    '<pre><code class="language-js">a</code></pre>',
  ],
  [
    "a language with options",
    "vitepress",
    "```c++:x\na\n```",
    '<pre><code class="language-c++">a</code></pre>',
  ],
  [
    "a title of code",
    "mkdocs",
    '- ``` py title="a_*.py"\n  b\n  ```',
    '<ul><li><p><strong>a_*.py</strong></p><pre><code class="language-py">b</code></pre></li></ul>',
  ],
  [
    "a title of code",
    "mdx",
    '```js title="a.js" {1}\nb\n```',
    '<p><strong>a.js</strong></p><pre><code class="language-js">b</code></pre>',
  ],
  [
    "a title of code",
    "liquid",
    "```yml a/b.yml\nc\n```",
    '<p><strong>a/b.yml</strong></p><pre><code class="language-yml">c</code></pre>',
  ],
  [
    "no title of code",
    "github",
    '```js title="a.js"\nb\n```',
    '<pre><code class="language-js">b</code></pre>',
  ],
  [
    "documentation of a module",
    "mkdocs",
    "a\n\n::: b.c\n    options:\n      d: true\n\ne",
    "<p>a</p><p>e</p>",
    ['the documentation of the module "b.c" is left out'],
  ],
  [
    "a language with classes",
    "mkdocs",
    "``` { .yaml .b }\na\n```",
    '<pre><code class="language-yaml">a</code></pre>',
  ],
  ["an anchor", "mdx", '<Link id="a"/> b', '<p><a id="a"></a> b</p>'],
  ["a line break on its own line", "kramdown", "a\n\n<br>\n[b](c)", '<p>a</p><p><br><a href="c">b</a></p>'],
  [
    "an element on one line",
    "kramdown",
    '<div>\n</div>\n\n<p markdown="1" class="a">b [c](d)</p>',
    '<div></div><p class="a">b <a href="d">c</a></p>',
  ],
  [
    "elements on their own lines",
    "kramdown",
    '<aside markdown = "1">\n  <img src="a">\n  <i>\n  [b](c)</i>\n  <div markdown="1">\n[d](e)\n  </div>\n</aside>',
    '<aside><p><img src="a"><i><a href="c">b</a></i></p><div><p><a href="e">d</a></p></div></aside>',
  ],
  [
    "content that is code",
    "hugo",
    "{{< code-toggle file=a >}}\n[[a]]\n# b\n{{< /code-toggle >}}\n\n{{< qr-codes >}}*c*{{< /qr-codes >}}",
    "<pre><code>[[a]]# b</code></pre><p><em>c</em></p>",
    ['the shortcode "qr-codes" was removed, and its content kept'],
  ],
  [
    "shortcodes without content before others with content",
    "hugo",
    "{{< code-toggle config=a />}}\n\n*b*\n\n{{< code-toggle c >}}\n\n*d*\n\n{{< code-toggle >}}\n*e*\n{{< /code-toggle >}}",
    "<p><em>b</em></p><p><em>d</em></p><pre><code>*e*</code></pre>",
    ['the shortcode "code-toggle" was removed'],
  ],
  [
    "content that is fenced code",
    "hugo",
    "{{< codeblock >}}\n```js\na\n```\n{{< /codeblock >}}",
    '<pre><code class="language-js">a</code></pre>',
    ['the shortcode "codeblock" was removed, and its content kept'],
  ],
  ["an abbreviation", "mkdocs", "a\n\n*[a]: b", "<p>a</p>"],
  ["an include", "mkdocs", 'a\n\n--8<-- "b.md"', "<p>a</p>", ['the included file "b.md" is left out']],
  [
    "ids of headings",
    "mkdocs",
    "## É a & b\n## 字\n## 字",
    '<h2 id="e-a-b">É a &amp; b</h2><h2 id="_1">字</h2><h2 id="_2">字</h2>',
  ],
  ["a script", "vitepress", "<script setup>\nimport A from 'a'\n\nconst b = 1\n</script>\n\nc", "<p>c</p>"],
  ["a container", "vitepress", "::: tip A b\nc\n:::", aside("tip", "A b", "<p>c</p>")],
  [
    "grouped code",
    "vitepress",
    "::: code-group\n```js [a.js]\nb\n```\n:::",
    '<div><p><strong>a.js</strong></p><pre><code class="language-js">b</code></pre></div>',
  ],
  ["a table of contents", "vitepress", "[[toc]]\n\na", "<p>a</p>"],
  [
    "an interpolation",
    "vitepress",
    "a {{ 'b' }}{{ c.d }} `{{ e }}`",
    "<p>a b <code>{{ e }}</code></p>",
    ['the output of "c.d" was removed'],
  ],
  [
    "components",
    "vitepress",
    '<A b="c">d</A> <Badge text="e" /><F />',
    "<p>d e</p>",
    ['the component "A" was removed, and its content kept', 'the component "F" was removed'],
  ],
  [
    "includes",
    "vitepress",
    "<<< @/a.js{1}\n\n<!--@include: ./b.md-->",
    "",
    ['the included file "@/a.js" is left out', 'the included file "./b.md" is left out'],
  ],
  ["ids of headings", "vitepress", "## 1. Élan `a_b`", '<h2 id="_1-elan-a-b">1. Élan <code>a_b</code></h2>'],
  [
    "ids in comments",
    "mdx",
    "## A {/*b*/}\n\n## C {/* #d */}\n\n## E {#f}",
    '<h2 id="b">A</h2><h2 id="d">C</h2><h2 id="f">E</h2>',
  ],
  ["ids in comments", "github", "## A {/*b*/}", '<h2 id="b">A</h2>'],
  [
    "tabs",
    "mdx",
    '<Tabs>\n<TabItem value="a" label="A">\n\nb\n\n</TabItem>\n</Tabs>',
    "<p><strong>A</strong></p><p>b</p>",
  ],
  ["a link", "mdx", 'a <Link to="/b">c</Link>', '<p>a <a href="/b">c</a></p>'],
  ["an admonition", "mdx", ":::note A *b*\n\nc\n\n:::", aside("note", "A <em>b</em>", "<p>c</p>")],
  [
    "Zola's shortcodes",
    "liquid",
    'a {{ b(c="d") }}{{ b(c="e") }} {{/* f() */}} `{{/* g() */}}`',
    "<p>a  {{ f() }} <code>{{ g() }}</code></p>",
    ['the output of "b()" was removed'],
  ],
];

describe("The dialect of a generator", () => {
  it.each(cases.map(([name, dialect, text, html, notes = []]) => ({ name, dialect, text, html, notes })))(
    "$dialect has $name",
    ({ dialect, text, html, notes }) => {
      expect(htmlOf(text, dialect)).toEqual({ html, notes });
    },
  );
});
