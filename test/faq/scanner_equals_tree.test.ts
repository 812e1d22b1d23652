import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CORPUS, corpusPages, html5libCases, NO_CORPUS } from "./_corpus.ts";
import { compare, OPTIONS } from "./_difference.ts";
import { mutatedPage, randomHtml } from "./_random_html.ts";

if (CORPUS === undefined) console.warn(NO_CORPUS);
const pages = CORPUS === undefined ? [] : corpusPages(CORPUS);

/** A markup alone, after a question, in an answer, and in a heading. */
function settingsFor(markup: string): string[] {
  return [
    markup,
    `<h2>Why?</h2>${markup}`,
    `<h2>Why?</h2><div>a${markup}<h3>Who?</h3>b`,
    `<div><h2>${markup}?</h2><p>a<h3>Who?</h3>${markup}<h2>R?</h2>b`,
    `<h2>A?</h2>${markup}<h2>B?</h2>${markup}<p>a<h3>C?</h3>b<p>${markup}`,
  ];
}

describe.skipIf(CORPUS === undefined)("on the cases of html5lib", () => {
  const cases = CORPUS === undefined ? [] : [...html5libCases(CORPUS)];
  it.each(cases)("%s", (_file, inputs) => {
    expect(inputs.length).toBeGreaterThan(0);
    for (const html of inputs.flatMap(settingsFor)) {
      for (const options of OPTIONS) expect(compare(html, options).difference).toBeUndefined();
    }
  });
});

describe.skipIf(CORPUS === undefined)("on real pages", () => {
  it.each(pages)("$name", ({ html }) => {
    for (const options of OPTIONS) expect(compare(html, options).difference).toBeUndefined();
  });

  it("answers without a tree on more than 99% of them", () => {
    const reasons = pages.map(({ html }) => compare(html).reason).filter((reason) => reason !== undefined);
    console.log(
      `${reasons.length} of ${pages.length} pages were for the tree: ${reasons.join(", ") || "none"}`,
    );
    expect(reasons.length).toBeLessThan(pages.length / 100);
  });
});

describe("on random documents", () => {
  const seed = Date.now() % 0x7fffffff;
  console.log(`seed ${seed}`);

  it("that a grammar makes", () => {
    fc.assert(
      fc.property(randomHtml, fc.constantFrom(...OPTIONS), (html, options) => {
        expect(compare(html, options).difference).toBeUndefined();
      }),
      { seed, numRuns: 2000 },
    );
  });

  it.skipIf(pages.length === 0)("that are cut from real pages", () => {
    const documents = mutatedPage(pages.map(({ html }) => html));
    fc.assert(
      fc.property(documents, (html) => {
        expect(compare(html).difference).toBeUndefined();
      }),
      { seed, numRuns: 1000 },
    );
  });
});

describe("on what it is sure of", () => {
  it.each([
    [
      "implied end tags",
      "<h2>Q?</h2><ul><li>a<li>b</ul><dl><dt>c<dd>d<dt>e</dl><p>f<p>g<select><option>h<option>i</select>",
    ],
    ["unclosed elements", "<div><span><h2>Q?</h2><section><p>a"],
    ["custom elements, self-closing", '<h2><Icon name="x" /> Q?</h2><My-Box a=b/><p>a</p></my-box><p>b'],
    [
      "tables",
      "<h2>Q?</h2><table><caption>a</caption><colgroup><col></colgroup><tr><td>b<th>c<tbody><tr><td>d</table>",
    ],
    ["tables in tables", "<h2>Q?</h2><table><tr><td><table><tr><td>a</table><td>b</table>"],
    ["nested formatting", "<h2>Q?</h2><p><b>a<i>b</i></b><a href=x>c</a><a>d<a>e</a>"],
    [
      "raw text",
      "<h2>Q?</h2><script>'<h2>R?</h2>'</script><style><p></style><iframe><b></iframe><title>&amp;</title>",
    ],
    [
      "SVG and MathML",
      "<h2>Q?<svg><title>a</title><path d=x /><g><a>b</a></g></svg>?</h2><p><math><mi>x</mi></math>",
    ],
    [
      "comments and declarations",
      "<!doctype html><!-- <h2>a?</h2> --><h2>Q?</h2><?x?><p>a<!--></p><![CDATA[x]]></ x>b",
    ],
    ["stray end tags", "</div></p></table><h2>Q?</h2></b></td><p>a</br></span></form></li>b"],
    [
      "comments in scripts",
      "<h2>Q?</h2><script><!--//--><![CDATA[//><!--\nx\n//--><!]]></script><script><!-- y --></script><p>a",
    ],
    [
      "scripts that are written by scripts",
      "<h2>Q?</h2><script><!-- x --> w('<script src=y>')</script><script><!--<scripts></script><p>a",
    ],
    ["forms and buttons", "<form><h2>Q?</h2><form><button>a<button>b</button></form><p>c"],
    [
      "a whole document",
      "<html><head><title>t</title><meta><link></head><body class=x><h2>Q?</h2><p>a</body></html>",
    ],
    ["a less-than sign", "<h2>Q < r?</h2><p>a<1 <"],
  ])("%s", (_name, html) => {
    const { reason, difference } = compare(html);
    expect(reason).toBeUndefined();
    expect(difference).toBeUndefined();
  });
});

describe("what it hands over", () => {
  it.each([
    ["foster parenting", "<table>x<tr><td><h2>Q?</h2></table>"],
    ["formatting not nested", "<h2>Q?</h2><b><p>a</b>b"],
    ["formatting not closed", "<h2>Q?</h2><p><b>a</p>b"],
    ["formatting nested in itself", "<h2>Q?</h2><b><b><b><b>a"],
    ["element not scanned", "<h2>Q?</h2><template></template>"],
    ["element not scanned", "<h2>Q?</h2><plaintext>a"],
    ["element in a select", "<h2>Q?</h2><select><p>a"],
    ["foreign content", "<h2>Q?</h2><svg><p>a"],
    ["foreign content", "<h2>Q?</h2><svg><y\u212a></yk>a</svg>"],
    ["deep nesting", `<h2>Q?</h2>${"<div>".repeat(300)}a`],
    ["heading in a heading", "<h2>Q?<div><h3>R?</h3>a"],
    ["script in a comment of a script", "<h2>Q?</h2><script><!--<script></script>a"],
    ["script in a comment of a script", "<h2>Q?</h2><script><!-- --> <!-- <SCRIPT/</script>a"],
    ["null character", "<h2>Q?</h2><p>\0"],
    ["form not nested", "<h2>Q?</h2><form><div></form>a"],
  ])("%s", (reason, html) => {
    expect(compare(html).reason).toBe(reason);
  });
});
