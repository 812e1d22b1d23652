import { describe, expect, it } from "vitest";
import { explainFaq, extractFaqEntries, FAQ_SOURCES, type FaqSource } from "../../lib/faq/mod.ts";

function answersIn(html: string, sources: readonly FaqSource[]): Record<string, string> {
  return Object.fromEntries(
    extractFaqEntries(html, { sources }).map(({ question, answer }) => [question, answer]),
  );
}

describe("an ARIA accordion", () => {
  it.each<[name: string, html: string]>([
    [
      "of Bootstrap 5",
      '<h4 class="accordion-header"><button class="accordion-button" data-bs-toggle="collapse" data-bs-target="#a" aria-expanded="true"' +
        ' aria-controls="a">Why?</button></h4><div id="a" class="accordion-collapse collapse"><div>So.</div></div>',
    ],
    [
      "of Bootstrap 3, a tablist around titles and panels",
      '<div role="tablist"><div role="tab" id="t"><h4><a role="button" href="#a" aria-expanded="true" aria-controls="a">Why?</a></h4></div>' +
        '<div id="a" role="tabpanel" aria-labelledby="t">So.</div></div>',
    ],
    [
      "of jQuery UI, whose titles are tabs",
      '<div role="tablist"><h4 role="tab" aria-controls="a" aria-selected="true" aria-expanded="true">Why?</h4>' +
        '<div id="a" role="tabpanel">So.</div></div>',
    ],
    [
      "whose panel names the button",
      '<h4><button aria-expanded="false" id="b">Why?</button></h4><div role="region" aria-labelledby="b" hidden>So.</div>',
    ],
    [
      "whose panel names the heading of the button",
      '<h4 id="b"><button aria-expanded="false">Why?</button></h4><div role="region" aria-labelledby="b" hidden>So.</div>',
    ],
    ["whose title is a heading", '<h4 aria-controls="a">Why?</h4><div id="a">So.</div>'],
    [
      "whose button has a heading",
      '<button aria-controls="a"><h3>Why?</h3></button><div id="a" hidden>So.</div>',
    ],
    [
      "in a description list",
      '<dl><dt><button aria-controls="a">Why?</button></dt><dd id="a" hidden>So.</dd></dl>',
    ],
    [
      "with a link, a label and an icon in the title",
      '<div role="button" aria-controls="a" aria-expanded="false"><span>Why?</span><svg><path/></svg></div><p>x</p><div id="a">So.</div>',
    ],
    [
      "with all titles before all panels",
      '<button aria-controls="a">Why?</button><button aria-controls="b">More</button><div id="a">So.</div><div id="b">x</div>',
    ],
    [
      "with a panel around the next accordion",
      '<button aria-controls="a">Why?</button><div id="a">So.<button aria-controls="b">?</button><div id="b"></div></div>',
    ],
    [
      "with two titles of one panel",
      '<div aria-controls="a"><a aria-controls="a">Why?</a><a aria-controls="a">Open</a></div><div id="a">So.</div>',
    ],
    [
      "with an ID that occurs twice",
      '<button aria-controls="a">Why?</button><div id="a">So.</div><div id="a">x</div>',
    ],
  ])("%s", (_name, html) => {
    expect(extractFaqEntries(html)).toEqual([]);
    expect(answersIn(html, ["aria-accordion"])).toEqual({ "Why?": "So." });
  });

  it.each<[name: string, html: string]>([
    [
      "tabs",
      '<div role="tablist"><button role="tab" aria-controls="a" aria-expanded="true">Why?</button></div><div role="tabpanel" id="a">So.</div>',
    ],
    [
      "a tab without a tablist",
      '<a role="tab" aria-controls="a">Why?</a><div role="tabpanel" id="a">So.</div>',
    ],
    [
      "a menu button",
      '<button aria-haspopup="true" aria-controls="a">Why?</button><ul role="menu" id="a"><li>So.</ul>',
    ],
    [
      "a menu without aria-haspopup",
      '<button aria-controls="a">Why?</button><ul role="menu" id="a"><li>So.</ul>',
    ],
    [
      "a menu in a navigation",
      '<nav><ul><li><button aria-expanded="false" aria-controls="a">Why?</button><ul id="a"><li>So.</ul></ul></nav>',
    ],
    [
      "a button that opens a navigation",
      '<button aria-expanded="false" aria-controls="a">Why?</button><nav id="a">So.</nav>',
    ],
    [
      "a menu item",
      '<ul role="menubar"><li role="menuitem" aria-controls="a">Why?</ul><div id="a">So.</div>',
    ],
    ["a dialog", '<button aria-controls="a">Why?</button><div role="dialog" id="a">So.</div>'],
    ["a dialog element", '<button aria-controls="a">Why?</button><dialog id="a">So.</dialog>'],
    [
      "an offcanvas of Bootstrap",
      '<button aria-controls="a">Why?</button><div id="a" tabindex="-1" aria-labelledby="l"><h5 id="l">So</h5>So.</div>',
    ],
    [
      "a carousel",
      '<section aria-roledescription="carousel"><button aria-controls="a">Why?</button><div id="a" aria-live="off">So.</div></section>',
    ],
    [
      "a carousel with controls outside",
      '<button aria-controls="a">Why?</button><div id="a" aria-live="polite">So.</div>',
    ],
    [
      "a combobox",
      '<div role="combobox" aria-controls="a" aria-expanded="false">Why?</div><ul role="listbox" id="a"><li>So.</ul>',
    ],
    [
      "a button of a combobox",
      '<button aria-controls="a" aria-expanded="false">Why?</button><ul role="listbox" id="a"><li>So.</ul>',
    ],
    ["a switch", '<button role="switch" aria-controls="a">Why?</button><div id="a">So.</div>'],
    ["a field that it fills", '<button aria-controls="a">Why?</button><textarea id="a">So.</textarea>'],
    ["a panel before the button", '<div id="a">So.</div><button aria-controls="a">Why?</button>'],
    ["a panel around the button", '<div id="a">So.<button aria-controls="a">Why?</button>x</div>'],
    ["a panel in the button", '<button aria-controls="a">Why?<span id="a">?</span></button>'],
    ["a hidden button", '<div hidden><button aria-controls="a">Why?</button></div><div id="a">So.</div>'],
    [
      "a panel in a hidden element",
      '<button aria-controls="a">Why?</button><div hidden><div id="a">So.</div></div>',
    ],
    ["a button without a panel", '<button aria-controls="a">Why?</button><div>So.</div>'],
    ["a section with a label", '<button id="b">Why?</button><section aria-labelledby="b">So.</section>'],
    ["a title that is no question", '<button aria-controls="a">So</button><div id="a">So.</div>'],
  ])("is not %s", (_name, html) => {
    expect(answersIn(html, ["aria-accordion"])).toEqual({});
  });

  it("stays a heading with an answer after it if no panel is linked", () => {
    const html = '<h3><button aria-controls="gone">Why?</button></h3><p>So.</p>';
    expect(answersIn(html, ["aria-accordion"])).toEqual({ "Why?": "So." });
  });

  it("keeps its panels apart from each other and from answers around them", () => {
    const html =
      '<button aria-controls="a">Who?</button><button aria-controls="b">How?</button>' +
      '<h2>Why?</h2><p>So.</p><div id="a">a<div id="b">b</div></div>';
    expect(answersIn(html, ["aria-accordion"])).toEqual({ "Who?": "a", "How?": "b", "Why?": "So." });
  });

  it("keeps its title if parts of the page are left out", () => {
    const html = '<button aria-controls="a">Why?</button><div id="a">So.<button>Copy</button></div>';
    const entries = extractFaqEntries(html, { sources: ["aria-accordion"], clean: true });
    expect(entries).toEqual([{ question: "Why?", answer: "So." }]);
  });
});

const question = (content: string, type = "https://schema.org/Question"): string =>
  `<div itemscope itemtype="${type}">${content}</div>`;
const answer = (content: string): string =>
  `<div itemprop="acceptedAnswer" itemscope itemtype="https://schema.org/Answer">${content}</div>`;
const name = '<b itemprop="name">Why?</b>';

describe("a microdata question", () => {
  it.each<[name: string, html: string]>([
    ["with http", question(`${name}${answer("<p itemprop=text>So.</p>")}`, "http://schema.org/Question")],
    [
      "with two types",
      question(
        `${name}${answer("<p itemprop=text>So.</p>")}`,
        "https://a.example/B https://schema.org/Question",
      ),
    ],
    [
      "with several properties",
      question('<b itemprop="headline name">Why?</b><p itemprop="acceptedAnswer">So.</p>'),
    ],
    [
      "with text around the answer's text",
      question(`${name}x${answer("Answer: <p itemprop=text>So.</p>x")}x`),
    ],
    ["with an answer without a text", question(`${name}${answer("<p>So.</p>")}`)],
    [
      "with a text that is no answer",
      question(`${name}<p itemprop="text">x</p>${answer("<p itemprop=text>So.</p>")}`),
    ],
    [
      "with a suggested answer before it",
      question(
        `${name}<div itemprop="suggestedAnswer" itemscope><p itemprop="text">x</p></div>${answer("<p itemprop=text>So.</p>")}`,
      ),
    ],
    [
      "with an author in the answer",
      question(
        `${name}${answer('<i itemprop=author itemscope><b itemprop=name>Ann</b></i><p itemprop="text">So.</p>')}`,
      ),
    ],
    [
      "with a name in a tag without text",
      question(`<meta itemprop="name" content="x">${name}${answer("<p itemprop=text>So.</p>")}`),
    ],
    [
      "with two answers",
      question(`${name}${answer("<p itemprop=text>So.</p>")}${answer("<p itemprop=text>x</p>")}`),
    ],
    [
      "with a hidden answer",
      question(`${name}<div itemprop="acceptedAnswer" itemscope hidden><p itemprop="text">So.</p></div>`),
    ],
    [
      "in a heading",
      question(`<h3><span itemprop="name">Why?</span></h3>${answer("<p itemprop=text>So.</p>")}`),
    ],
  ])("%s", (_name, html) => {
    expect(answersIn(html, ["microdata"])).toEqual({ "Why?": "So." });
  });

  it.each<[name: string, html: string]>([
    [
      "a name of a different item",
      `<div itemscope itemtype="https://schema.org/Product">${name}${answer("<p itemprop=text>So.</p>")}</div>`,
    ],
    ["a name outside of an item", `${name}${answer("<p itemprop=text>So.</p>")}`],
    [
      "a type of a different vocabulary",
      question(`${name}${answer("<p itemprop=text>So.</p>")}`, "https://a.example/Question"),
    ],
    ["a question without an answer", question(`${name}<p>So.</p>`)],
    ["an answer before its question", question(`${answer("<p itemprop=text>So.</p>")}${name}`)],
    [
      "a name in the author of a question",
      question(`<i itemprop=author itemscope>${name}</i>${answer("<p itemprop=text>So.</p>")}`),
    ],
  ])("is not %s", (_name, html) => {
    expect(answersIn(html, ["microdata"])).toEqual({});
  });

  it("is found in a question of the same post only", () => {
    const html =
      question(`${name}${answer(`<p itemprop="text">So.</p>`)}`) + question(answer("<p itemprop=text>x</p>"));
    expect(answersIn(html, FAQ_SOURCES)).toEqual({ "Why?": "So." });
  });
});

describe("explainFaq", () => {
  it.each<[source: FaqSource, element: string, html: string]>([
    [
      "aria-accordion",
      "button[aria-controls]",
      '<button aria-controls="a">Why?</button><div id="a" hidden>So.</div>',
    ],
    ["microdata", "b[itemprop=name]", question(`${name}${answer("<p itemprop=text>So.</p>")}`)],
  ])("suggests the source %s", (source, element, html) => {
    const reason = `${element} is a question only with the source "${source}".`;
    expect(explainFaq(html)).toEqual([
      { text: "Why?", element, isEntry: false, reason, option: { sources: [source] } },
    ]);
  });
});
