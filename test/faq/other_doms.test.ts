import { Window } from "happy-dom";
import { parseHTML } from "linkedom";
import { describe, expect, it } from "vitest";
import {
  type DomDocument,
  extractFaqEntries,
  extractFaqEntriesFromDocument,
  extractPublishableFaqEntriesFromDocument,
} from "../../lib/faq/mod.ts";
import { TREE_OPTIONS } from "./_difference.ts";

/** Well-formed HTML, for which all parsers build the same tree. */
const DOCUMENTS: [name: string, html: string][] = [
  [
    "questions",
    "<h2>Why?</h2><p>So &amp; <b>so</b>.</p><ul><li>a</li><li>b</li></ul><h3>Who?</h3><div>I<br>you</div>",
  ],
  ["permalinks", '<h2>Why?<a href="#why">¶</a></h2><p>So.</p><h2><a href="#x">Who?</a></h2><p>I</p>'],
  ["hidden elements", "<h2>Why?</h2><p hidden>x</p><h3 hidden>y?</h3><p>So.<span hidden>z</span></p>"],
  [
    "scripts and styles",
    "<h2>Why?</h2><p>So.</p><script>var x = 1;</script><style>p { color: red }</style><!-- x -->",
  ],
  ["pre and white space", "<h2>  Why\n ever?  </h2><pre>a\nb</pre><p>c\n  d&nbsp;e</p>"],
  ["tables", "<h2>Why?</h2><table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>"],
  ["nested headings", "<section><h2>Why?</h2><div><p>a</p><h3>Who?</h3><p>b</p></div><p>c</p></section>"],
  ["duplicates", "<h2>Why?</h2><p>a</p><h3>WHY?</h3><p>b</p>"],
  ["wrappers", "<div><h2>Why?</h2></div><p>a</p><div><div><h3>Who?</h3></div></div><p>b</p>"],
  [
    "sources",
    '<details><summary>Why?</summary>a <a href="https://a.example/">b</a></details><dl><dt>Who?</dt><dd>c</dd></dl>' +
      '<p class="schema-faq-question">Where?<span class="sr-only">x</span></p><p class="schema-faq-answer">d</p>' +
      '<h2>When?</h2>e<p style="display:none">x</p>',
  ],
  ["SVG", '<h2>Why?<a href="#x"><svg viewBox="0 0 1 1"><path d="M0"></path></svg></a></h2><p>a</p>'],
];

const DOMS: [name: string, parse: (html: string) => DomDocument][] = [
  ["linkedom", (html) => parseHTML(`<!doctype html><html><body>${html}</body></html>`).document],
  [
    "happy-dom",
    (html) => {
      const { document } = new Window();
      document.body.innerHTML = html;
      return document;
    },
  ],
];

describe.each(DOMS)("the rules over %s", (_dom, parse) => {
  it.each(DOCUMENTS)("agree with the rules over parse5: %s", (_name, html) => {
    for (const options of [{}, { unwrapHeadings: true }]) {
      expect(extractFaqEntriesFromDocument(parse(html), options)).toEqual(extractFaqEntries(html, options));
    }
  });

  it.each(DOCUMENTS)("agree with all options: %s", (_name, html) => {
    for (const options of TREE_OPTIONS) {
      const entries = extractPublishableFaqEntriesFromDocument(parse(html), options);
      expect(entries).toEqual(extractFaqEntries(html, options));
    }
  });

  it("find entries in each document", () => {
    for (const [, html] of DOCUMENTS) {
      expect(extractFaqEntries(html, { unwrapHeadings: true, bareText: true }).length).toBeGreaterThan(0);
    }
  });
});
