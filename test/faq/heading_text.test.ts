import { describe, expect, it } from "vitest";
import { extractFaqEntries } from "../../lib/faq/mod.ts";

/** Returns the questions with `headingText: "visible"`. */
function questions(heading: string): string[] {
  const html = `<h2>${heading}</h2><p>So.</p>`;
  return extractFaqEntries(html, { headingText: "visible" }).map(({ question }) => question);
}

describe("headingText visible", () => {
  it.each([
    ["decoration", 'Why?<span aria-hidden="true">+</span>'],
    ["text for screen readers", 'Why?<span class="x sr-only">opens a window</span>'],
    ["WordPress's text for screen readers", '<span class="screen-reader-text">Question:</span> Why?'],
    ["Bootstrap's text for screen readers", 'Why?<span class="visually-hidden">.</span>'],
    ["an element that is not displayed", 'Why?<i style="color: red; display : none">x</i>'],
    ["a footnote mark", 'Why?<sup id="fnref1"><a href="#fn1">1</a></sup>'],
    ["a footnote mark in brackets", "Why?<sup>[12]</sup>"],
    ["a footnote of GitHub", '<a href="#x" class="footnote-ref">[1]</a>Why?'],
    ["a note by its role", 'Why?<a role="doc-noteref" href="#n">note</a>'],
    ["a permalink by its words", 'Why?<a href="#why">Permalink</a>'],
    ["a permalink to this heading", 'Why? <a href="/p#why">Link to this heading</a>'],
    ["a permalink by its label", 'Why?<a href="#why" aria-label="Permalink: Why?">link</a>'],
    [
      "a permalink of Docusaurus",
      'Why?<a href="#why" class="hash-link" title="Direct link to Why?">Direct link to Why?</a>',
    ],
    ["a permalink that repeats the heading", 'Why?<a href="#why">why?</a>'],
    [
      "an anchor of Starlight",
      'Why?<a href="#why"><span aria-hidden="true"><svg></svg></span><span class="sr-only">Abschnitt betitelt „Why?“</span></a>',
    ],
    ["an anchor of Starlight in English", 'Why? <a href="#why">Section titled “Why?”</a>'],
  ])("leaves out %s", (_name, heading) => {
    expect(questions(heading)).toEqual(["Why?"]);
  });

  it.each([
    ["the heading as a link", '<a href="#why">Why?</a>', "Why?"],
    ["a heading as a labelled link", '<a href="#why" aria-label="Permalink">Why?</a>', "Why?"],
    ["a heading that begins like a permalink", '<a href="#a">Anchor or rope?</a>', "Anchor or rope?"],
    ["a link to another page", 'Why use <a href="/x">Permalink</a>?', "Why use Permalink?"],
    ["a superscript", "Is it 10<sup>2</sup>?", "Is it 102?"],
    ["text that is not hidden", 'Why <span aria-hidden="false">not</span>?', "Why not?"],
  ])("keeps %s", (_name, heading, question) => {
    expect(questions(heading)).toEqual([question]);
  });

  it.each([
    ["a copy button by its words", "<p>So.<button>Copy</button></p>"],
    ["a copy button by its label", '<p>So.</p><button aria-label="Copy to clipboard">x</button>'],
    ["a copy button by its class", '<p>So.</p><button class="btn copy-code">x</button>'],
    ["GitHub's copy element", '<p>So.</p><clipboard-copy value="x">x</clipboard-copy>'],
    ["an element that is not displayed", '<p>So.</p><div style="display:none">x</div>'],
    ["a footnote mark", '<p>So.<sup><a href="#fn1">1</a></sup></p>'],
    ["a permalink", '<a href="#why">Section titled “Why?”</a><p>So.</p>'],
  ])("leaves %s out of an answer", (_name, answer) => {
    const html = `<h2>Why?</h2>${answer}`;
    expect(extractFaqEntries(html)[0]?.answer).not.toBe("So.");
    expect(extractFaqEntries(html, { headingText: "visible" })[0]?.answer).toBe("So.");
  });

  it("keeps other buttons and links in an answer", () => {
    const html = '<h2>Why?</h2><p>Press <button>Save</button>, see <a href="#b">below</a>.</p>';
    expect(extractFaqEntries(html, { headingText: "visible" })).toEqual(extractFaqEntries(html));
  });

  it("keeps a panel that a style hides", () => {
    const html =
      '<b class="schema-faq-question">Why?</b><div class="schema-faq-answer" style="display: none;">So.</div>';
    const options = { headingText: "visible", sources: ["yoast"] } as const;
    expect(extractFaqEntries(html, options)).toEqual([{ question: "Why?", answer: "So." }]);
  });

  it("unwraps Starlight's heading wrapper", () => {
    const html =
      '<div class="sl-heading-wrapper level-h2"><h2 id="why">Why?</h2><a class="sl-anchor-link" href="#why"><span aria-hidden="true">' +
      '<svg></svg></span><span class="sr-only">Section titled “Why?”</span></a></div><p>So.</p>';
    expect(extractFaqEntries(html, { unwrapHeadings: true })[0]?.answer).toBe("Section titled “Why?”");
    const options = { headingText: "visible", unwrapHeadings: true } as const;
    expect(extractFaqEntries(html, options)).toEqual([{ question: "Why?", answer: "So." }]);
  });
});
