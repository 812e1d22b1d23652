import { describe, expect, it } from "vitest";
import { extractFaqEntries } from "../../lib/faq/mod.ts";

describe("bareText", () => {
  it.each([
    ["text between elements", "<h2>Why?</h2>\n\nIt is, <em>very</em> fast.", "It is, very fast."],
    ["text alone", "<h2>Why?</h2>So.", "So."],
    ["lines and blocks", "<h2>Why?</h2>a<br>b<p>c</p>d", "a\nb\nc\nd"],
    ["text up to the next heading", "<h2>Why?</h2>a<h5>x</h5>b", "a"],
    ["text up to the end of the parent", "<div><h2>Why?</h2>a</div>b", "a"],
    ["text in pre", "<pre><h2>Why?</h2>a\nb</pre>", "a\nb"],
  ])("takes %s", (_name, html, answer) => {
    expect(extractFaqEntries(html)).not.toEqual([{ question: "Why?", answer }]);
    expect(extractFaqEntries(html, { bareText: true })).toEqual([{ question: "Why?", answer }]);
  });

  it("works with unwrapHeadings", () => {
    const options = { bareText: true, unwrapHeadings: true };
    expect(extractFaqEntries("<div><h2>Why?</h2></div>So.", options)).toHaveLength(1);
  });
});
