import { describe, expect, it } from "vitest";
import { explainFaq, extractFaqEntries, htmlToText } from "../../lib/faq/mod.ts";
import { ALL_OPTIONS } from "../time_bounds/_all_options.ts";

const LENGTH = 5_000_000;

/** 5 MB of a unit. */
function much(unit: string): string {
  return unit.repeat(Math.ceil(LENGTH / unit.length));
}

/* At this length, recursion and calls with too many arguments overflow the stack. test/time_bounds counts the steps. */
describe("5 MB of", () => {
  it.each([
    ["open divs", much("<div>")],
    ["tags that do not end", much("<a <a ")],
    ["quotes that do not end", much('<a b="')],
    ["attributes", `<a ${much("b=c ")}>`],
    ["headings that do not end", much("<h2>?")],
    ["questions", much("<h2>?</h2><p>a</p>")],
    ["headings in headings", much("<h2>?<p>")],
    ["nested sections of questions", much("<div><h3>?</h3>a")],
    ["nested tables", much("<table><tr><td>")],
    ["unclosed formatting", much("<b><p>")],
    ["links in links", much("<a><div>")],
    ["unclosed list items", much("<ul><li>")],
    ["end tags of nothing", much("</b></p></div>")],
    ["unclosed comments", much("<!--")],
    ["dashes in a comment", `<!--${much("-")}`],
    ["scripts", much("<script>a</script>")],
    ["unclosed scripts", much("<script></")],
    ["foreign elements", much("<svg><g>")],
    ["less-than signs", much("<")],
    ["ampersands", much("&")],
    ["references", much("&notit;")],
    ["spaces", much(" ")],
    ["spaces and words", much("a  \n")],
    ["unknown elements", much("<x><y>")],
    ["templates", much("<template>")],
    ["selects", much("<select><option>")],
    ["foster parented text", `<table>${much("a<b>")}`],
  ])("%s", { timeout: 120_000 }, (_name, unit) => {
    const entries = extractFaqEntries(`<h2>Why?</h2><p>So.</p>${unit}`);
    expect(entries[0]?.question).toBe("Why?");
  });
});

/** So many formatting elements, each open in every paragraph after it. */
function formattingInEveryParagraph(count: number): string {
  return Array.from({ length: count }, (_, index) => `<p><b a${index}>x `).join("");
}

describe("a tree that outgrows its source", () => {
  const html = `<h2>Why?</h2>${formattingInEveryParagraph(20_000)}<h2>Who<b>?</b></h2><p>I`;

  it("is built without formatting elements", { timeout: 120_000 }, () => {
    const entries = extractFaqEntries(html);
    expect(entries.map(({ question }) => question)).toEqual(["Why?", "Who?"]);
    expect(entries[0]?.answer).toMatch(/^x\nx\n/);
    expect(htmlToText(html)).toMatch(/^Why\?\nx\nx\n/);
  });

  it("is not what honest pages make", () => {
    const honest = `<h2>Why?</h2>${formattingInEveryParagraph(40)}<p hidden>y</p>`;
    expect(extractFaqEntries(honest)[0]?.answer).toMatch(/^x(?:\nx){39}$/);
  });
});

/** 1 MB of a unit: with these options a tree is built of it. */
function some(unit: string): string {
  return unit.repeat(Math.ceil(1_000_000 / unit.length));
}

describe("with all options, 1 MB of", () => {
  it.each([
    ["open divs", some("<div>")],
    ["nested details", some("<details><summary>?</summary>a")],
    ["nested summaries", some("<details><summary>a")],
    ["definitions", some("<dt>?<dd>a")],
    ["nested definitions", some("<dl><dt>?<dd>")],
    ["bold paragraphs", some("<p><b>?</b><p>a")],
    ["bold text in bold text", `<p>${some("<b>?")}`],
    ["titles without panels", some('<i class="schema-faq-question">?</i>')],
    ["titles in titles", some('<div class="schema-faq-question">?')],
    ["panels in panels", some('<b class="schema-faq-question">?</b><div class="schema-faq-answer">')],
    ["class names", `<p class="${some("a ")}">b`],
    ["permalinks", `<h2>Who?${some('<a href="#">Permalink</a>')}</h2><p>a`],
    ["permalinks after a heading", `<div><h2>Who?</h2>${some('<a href="#">#</a>')}</div>a`],
    ["wrappers of permalinks", `${some("<div>")}<h2>Who?</h2><a href="#">#</a>`],
    ["footnote marks", `<h2>Who?${some("<sup>[1]")}</h2><p>a`],
    ["copy buttons", some("<button>Copy</button>")],
    ["styles", `<p style="${some("display: ")}">a`],
    ["links", some('<a href="https://a.example/">a</a>')],
    ["a long link", `<a href="https://a.example/${some("?&")}">a</a>`],
    ["lists in lists", some("<ul><li>a")],
    ["tables in cells", some("<table><tr><td>a")],
    ["formatting", some("<b>a<i>b")],
    ["Armenian sentences", `<h2>${some("ա։ ")}?</h2><p>a`],
  ])("%s", { timeout: 120_000 }, (_name, unit) => {
    const html = `<h2>Why?</h2><p>So.</p>${unit}`;
    expect(extractFaqEntries(html, ALL_OPTIONS)[0]?.question).toBe("Why?");
    expect(explainFaq(html)[0]?.text).toBe("Why?");
  });
});
