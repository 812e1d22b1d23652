import { parseFragment, serialize } from "parse5";
import { describe, expect, it } from "vitest";
import { extractFaqEntries } from "../../lib/faq/mod.ts";

/** Returns the HTML of an answer, after checking that parsing does not change it. */
function answerHtml(answer: string): string {
  const html = `<details><summary>Why?</summary>${answer}</details>`;
  const [entry] = extractFaqEntries(html, { answerFormat: "html", sources: ["details"] });
  const written = entry?.answerHtml ?? "";
  expect(serialize(parseFragment(written))).toBe(written);
  return written;
}

describe("answerHtml", () => {
  it("is present only with answerFormat html, in addition to the text", () => {
    const html = "<h2>Why?</h2><p>So &amp; <b>so</b>.</p>";
    const text = [{ question: "Why?", answer: "So & so." }];
    expect(extractFaqEntries(html)).toEqual(text);
    expect(extractFaqEntries(html, { answerFormat: "text" })).toEqual(text);
    expect(extractFaqEntries(html, { answerFormat: "escaped" })).toEqual(text);
    expect(extractFaqEntries(html, { answerFormat: "html" })).toEqual([
      { question: "Why?", answer: "So & so.", answerHtml: "<p>So &amp; <b>so</b>.</p>" },
    ]);
  });

  it.each([
    ["allowed blocks", "<div><p>a</p><h4>b</h4></div>", "<div><p>a</p><h4>b</h4></div>"],
    ["lists", "<ul><li>a<ol><li>b</ol><li>c</ul>", "<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>"],
    [
      "formatting",
      "<p><strong>a</strong> <em>b</em> <i>c</i> <b>d</b>",
      "<p><strong>a</strong> <em>b</em> <i>c</i> <b>d</b></p>",
    ],
    ["line breaks", "<p>a<br><br>b<br></p>", "<p>a<br>b</p>"],
    [
      "an absolute link",
      '<a href="https://a.example/?b&amp;c">a</a>',
      '<a href="https://a.example/?b&amp;c">a</a>',
    ],
    ["a mail address", '<a href=" MAILTO:a@b.example">a</a>', '<a href="mailto:a@b.example">a</a>'],
    ["characters of HTML in a link", `<a href='mailto:a"<b>'>a</a>`, '<a href="mailto:a%22%3Cb%3E">a</a>'],
    ["a relative link", '<a href="/b">a</a> <a href="#c">b</a>', "a b"],
    ["links of other schemes", '<a href="javascript:x">a</a><a href="data:,x">b</a><a>c</a>', "abc"],
    ["a link that is no URL", '<a href="http://[">a</a>', "a"],
    ["no attribute but href", '<p class="x" onclick="y" style="z"><b id="q">a</b></p>', "<p><b>a</b></p>"],
    ["text is escaped", "<p>a &lt;b&gt; &amp;amp; c</p>", "<p>a &lt;b&gt; &amp;amp; c</p>"],
    [
      "other elements are unwrapped",
      "<section><code>a</code> <span>b</span></section><figure>c</figure>",
      "a b<br>c",
    ],
    [
      "scripts, styles, templates and hidden elements",
      "<script>x</script><style>x</style><template>x</template><p hidden>x</p>a",
      "a",
    ],
    ["images", '<p>a<img src="https://a.example/b.png" alt="x"></p><p><img src=y></p>b', "<p>a</p>b"],
    ["empty elements", "<p></p><div> <b></b></div><ul><li></li></ul>a", "a"],
    ["zero-width characters", "<p>\u200b</p><p>\u200b a</p><p>b\u200bc</p>", "<p>a</p><p>b\u200bc</p>"],
    ["spaces", "<p> a  <b> b </b>c</p>", "<p>a <b>b</b> c</p>"],
    ["lines of pre", "<pre>a\n  b</pre>c", "a<br>b<br>c"],
    ["a table", "<table><caption>t<tr><th>a<th>b<tr><td>c<td>d</table>e", "t<br>a | b<br>c | d<br>e"],
    ["blocks in a cell", "<table><tr><td><p>a</p><p>b</p><td>c<br>d<td></table>", "a b | c d"],
    ["a table in a list", "<ul><li><table><tr><td>a<td>b</table></ul>", "<ul><li>a | b</li></ul>"],
    ["items without a list", "<menu><li>a</li><li>b</li></menu>", "a<br>b"],
    ["a block in a paragraph", "<p>a<button><div>b</div></button>c</p>", "<p>a</p><div>b</div><p>c</p>"],
    ["a block in a heading", "<h4>a<div>b</div></h4>", "<h4>a<br>b</h4>"],
    ["formatting within itself", "<b>a<b>b</b></b>", "<b>ab</b>"],
    ["blocks in formatting", "<b><p>a</p><p>b</p></b>", "<b><p>a</p><p>b</p></b>"],
    ["SVG", '<svg><text>a</text><a href="https://a.example/">b</a></svg>', "ab"],
  ])("has %s", (_name, answer, html) => {
    expect(answerHtml(answer)).toBe(html);
  });

  it("ends where the answer ends", () => {
    const html = "<h2>Why?</h2><div><p>a</p><section><p>b<h3>Who?</h3><p>c</section></div>";
    expect(extractFaqEntries(html, { answerFormat: "html" })).toEqual([
      { question: "Why?", answer: "a\nb", answerHtml: "<div><p>a</p><p>b</p></div>" },
      { question: "Who?", answer: "c", answerHtml: "<p>c</p>" },
    ]);
  });

  it("omits bare text, like the text", () => {
    const html = "<h2>Why?</h2>It <em>is</em> so.";
    expect(extractFaqEntries(html, { answerFormat: "html" })[0]?.answerHtml).toBe("<em>is</em>");
    const whole = extractFaqEntries(html, { answerFormat: "html", bareText: true });
    expect(whole[0]?.answerHtml).toBe("It <em>is</em> so.");
  });

  it("unwraps elements deeper than 32 levels", () => {
    expect(answerHtml(`${"<div>".repeat(40)}a`)).toBe(`${"<div>".repeat(32)}a${"</div>".repeat(32)}`);
  });
});
