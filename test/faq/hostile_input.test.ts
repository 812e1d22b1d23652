import { describe, expect, it } from "vitest";
import { explainFaq, extractFaqEntries, htmlToText } from "../../lib/faq/mod.ts";
import { ALL_OPTIONS } from "../time_bounds/_all_options.ts";

const LENGTH = 5_000_000;

/** 5 MB of a unit. */
function much(unit: string): string {
  return unit.repeat(Math.ceil(LENGTH / unit.length));
}

function expectFirstQuestion(_name: string, hostile: string): void {
  const entries = extractFaqEntries(`<h2>Why?</h2><p>So.</p>${hostile}`);
  expect(entries[0]?.question).toBe("Why?");
}

/** More elements than a call takes as arguments: Node overflows at 123,000. Recursion overflows at 16,000 levels. */
const ELEMENTS = 130_000;

/* At these lengths, recursion and calls with too many arguments overflow the stack. test/time_bounds counts the steps. */
describe("5 MB of", () => {
  it.each([
    ["tags that do not end", much("<a <a ")],
    ["quotes that do not end", much('<a b="')],
    ["attributes", `<a ${much("b=c ")}>`],
    ["headings that do not end", much("<h2>?")],
    ["questions", much("<h2>?</h2><p>a</p>")],
    ["headings in headings", much("<h2>?<p>")],
    ["end tags of nothing", much("</b></p></div>")],
    ["unclosed comments", much("<!--")],
    ["dashes in a comment", `<!--${much("-")}`],
    ["scripts", much("<script>a</script>")],
    ["unclosed scripts", much("<script></")],
    ["less-than signs", much("<")],
    ["ampersands", much("&")],
    ["references", much("&notit;")],
    ["spaces", much(" ")],
    ["spaces and words", much("a  \n")],
  ])("%s", expectFirstQuestion);
});

describe("130,000 elements, as", () => {
  it.each([
    ["open divs", "<div>".repeat(ELEMENTS)],
    ["nested sections of questions", "<div><h3>?</h3>a".repeat(ELEMENTS)],
    ["nested tables", "<table><tr><td>".repeat(ELEMENTS)],
    ["unclosed formatting", "<b><p>".repeat(ELEMENTS)],
    ["links in links", "<a><div>".repeat(ELEMENTS)],
    ["unclosed list items", "<ul><li>".repeat(ELEMENTS)],
    ["foreign elements", "<svg><g>".repeat(ELEMENTS)],
    ["unknown elements", "<x><y>".repeat(ELEMENTS)],
    ["templates", "<template>".repeat(ELEMENTS)],
    ["selects", "<select><option>".repeat(ELEMENTS)],
    ["foster parented text", `<table>${"a<b>".repeat(ELEMENTS)}`],
  ])("%s", expectFirstQuestion);
});

/** So many formatting elements, each open in every paragraph after it. */
function formattingInEveryParagraph(count: number): string {
  return Array.from({ length: count }, (_, index) => `<p><b a${index}>x `).join("");
}

describe("a tree that outgrows its source", () => {
  const html = `<h2>Why?</h2>${formattingInEveryParagraph(20_000)}<h2>Who<b>?</b></h2><p>I`;

  it("is built without formatting elements", () => {
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

/** 130,000 elements and texts, of which a unit has `each`. */
function elements(unit: string, each: number): string {
  return unit.repeat(Math.ceil(ELEMENTS / each));
}

function expectFirstByAllOptions(_name: string, hostile: string): void {
  const html = `<h2>Why?</h2><p>So.</p>${hostile}`;
  expect(extractFaqEntries(html, ALL_OPTIONS)[0]?.question).toBe("Why?");
  expect(explainFaq(html)[0]?.text).toBe("Why?");
}

describe("with all options, 1 MB of", () => {
  it.each([
    ["nested details", some("<details><summary>?</summary>a")],
    ["titles without panels", some('<i class="schema-faq-question">?</i>')],
    ["titles in titles", some('<div class="schema-faq-question">?')],
    ["panels in panels", some('<b class="schema-faq-question">?</b><div class="schema-faq-answer">')],
    ["class names", `<p class="${some("a ")}">b`],
    ["permalinks", `<h2>Who?${some('<a href="#">Permalink</a>')}</h2><p>a`],
    ["permalinks after a heading", `<div><h2>Who?</h2>${some('<a href="#">#</a>')}</div>a`],
    ["copy buttons", some("<button>Copy</button>")],
    ["styles", `<p style="${some("display: ")}">a`],
    ["links", some('<a href="https://a.example/">a</a>')],
    ["a long link", `<a href="https://a.example/${some("?&")}">a</a>`],
    ["Armenian sentences", `<h2>${some("ա։ ")}?</h2><p>a`],
  ])("%s", expectFirstByAllOptions);
});

describe("with all options, 130,000 elements and texts, as", () => {
  it.each([
    ["open divs", elements("<div>", 1)],
    ["nested summaries", elements("<details><summary>a", 3)],
    ["definitions", elements("<dt>?<dd>a", 4)],
    ["nested definitions", elements("<dl><dt>?<dd>", 3)],
    ["bold paragraphs", elements("<p><b>?</b><p>a", 4)],
    ["bold text in bold text", `<p>${elements("<b>?", 2)}`],
    ["wrappers of permalinks", `${elements("<div>", 1)}<h2>Who?</h2><a href="#">#</a>`],
    ["footnote marks", `<h2>Who?${elements("<sup>[1]", 2)}</h2><p>a`],
    ["lists in lists", elements("<ul><li>a", 3)],
    ["tables in cells", elements("<table><tr><td>a", 4)],
    ["formatting", elements("<b>a<i>b", 4)],
  ])("%s", expectFirstByAllOptions);
});
