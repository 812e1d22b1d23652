import { describe, expect, it } from "vitest";
import { extractFaqEntries, FAQ_SOURCES, type FaqOptions, type FaqSource } from "../../lib/faq/mod.ts";

/** Two questions in each source's markup, "Is it fast?" and "Is it exact?", and text outside of the answers. */
const FIXTURES: [source: FaqSource, html: string][] = [
  ["h4", "<h4>Is it fast?</h4><p>It reads once.</p><h4>Is it exact?</h4><p>As a browser.</p>"],
  [
    "details",
    `<details><summary>Is it fast?</summary>It reads <em>once</em>.</details>
     <details open><summary><h3>Is it exact?</h3></summary><p>As a browser.</p></details><p>x</p>`,
  ],
  [
    "dt",
    `<dl><dt>Is it fast?</dt><dd>It reads once.</dd>
     <div><dt><dfn>Is it exact?</dfn></dt><dd><p>As a browser.</p></dd></div></dl><p>x</p>`,
  ],
  [
    "bold",
    `<p><strong>Is it fast?</strong></p><p>It reads once.</p>
     <p> <b><em>Is it </em>exact?</b> </p><p>As a browser.</p><h5>x</h5><p>x</p>`,
  ],
  [
    "yoast",
    `<div class="schema-faq wp-block-yoast-faq-block"><div class="schema-faq-section" id="faq-question-1700000000001">
     <strong class="schema-faq-question">Is it fast?</strong> <p class="schema-faq-answer">It reads once.</p> </div>
     <div class="schema-faq-section" id="faq-question-1700000000002"><strong class="schema-faq-question"><strong>Is it
     exact?</strong></strong> <p class="schema-faq-answer">As a browser.</p> </div> </div><p>x</p>`,
  ],
  [
    "rank-math",
    `<div id="rank-math-faq" class="rank-math-block"><div class="rank-math-list "><div id="faq-question-1"
     class="rank-math-list-item"><div class="rank-math-question ">Is it fast?</div><div class="rank-math-answer ">
     <p>It reads once.</p></div></div><div id="faq-question-2" class="rank-math-list-item"><h4 class="rank-math-question ">
     Is it exact?</h4><div class="rank-math-answer ">As a browser.</div></div></div></div><p>x</p>`,
  ],
  [
    "wordpress-accordion",
    `<div role="group" class="wp-block-accordion is-layout-flow"><div class="wp-block-accordion-item">
     <h3 class="wp-block-accordion-heading has-icon has-icon-right"><button type="button" class="wp-block-accordion-heading__toggle"
     aria-expanded="false"><span class="wp-block-accordion-heading__toggle-title">Is it fast?</span><span
     class="wp-block-accordion-heading__toggle-icon" aria-hidden="true">+</span></button></h3>
     <div role="region" class="wp-block-accordion-panel" hidden="until-found"><p>It reads once.</p></div></div>
     <div class="wp-block-accordion-item"><h4 class="wp-block-accordion-heading">Is it exact?</h4>
     <div role="region" class="wp-block-accordion-panel"><p>As a browser.</p></div></div></div><p>x</p>`,
  ],
  [
    "wordpress-details",
    `<details class="wp-block-details is-layout-flow wp-block-details-is-layout-flow"><summary>Is it fast?</summary>
     <p>It reads once.</p></details>
     <details class="wp-block-details" open><summary><strong>Is it exact?</strong></summary><p>As a browser.</p>
     </details><p>x</p><details><summary>Not a block?</summary>x</details>`,
  ],
  [
    "ghost-toggle",
    `<div class="kg-card kg-toggle-card" data-kg-toggle-state="close"><div class="kg-toggle-heading">
     <h4 class="kg-toggle-heading-text"><span style="white-space: pre-wrap;">Is it fast?</span></h4><button
     class="kg-toggle-card-icon" aria-label="Expand toggle to read content"><svg viewBox="0 0 24 24"><path d="M1"></path></svg>
     </button></div><div class="kg-toggle-content"><p>It reads once.</p></div></div>
     <div class="kg-card kg-toggle-card" data-kg-toggle-state="close"><div class="kg-toggle-heading">
     <h4 class="kg-toggle-heading-text">Is it exact?</h4></div><div class="kg-toggle-content">As a browser.</div></div><p>x</p>`,
  ],
  [
    "notion-toggle",
    `<ul id="1" class="toggle"><li><details open=""><summary>Is it fast?</summary><p id="2">It reads once.</p></details></li></ul>
     <div style="display:contents" dir="auto"><ul class="toggle"><li><details open=""><summary>Is it exact?</summary>
     <div style="display:contents"><p>As a browser.</p></div></details></li></ul></div><p>x</p>
     <details><summary>Not a toggle?</summary>x</details>`,
  ],
  [
    "divi",
    `<div class="et_pb_module et_pb_accordion"><div class="et_pb_toggle et_pb_module et_pb_accordion_item et_pb_toggle_open">
     <h5 class="et_pb_toggle_title">Is it fast?</h5><div class="et_pb_toggle_content clearfix"><p>It reads once.</p></div></div>
     <div class="et_pb_toggle et_pb_module et_pb_toggle_close"><h5 class="et_pb_toggle_title">Is it exact?</h5>
     <div class="et_pb_toggle_content clearfix">As a browser.</div></div></div><p>x</p>`,
  ],
  [
    "elementor",
    `<div class="elementor-accordion"><div class="elementor-accordion-item"><div id="elementor-tab-title-1951"
     class="elementor-tab-title" data-tab="1" role="button" aria-controls="elementor-tab-content-1951" aria-expanded="false">
     <span class="elementor-accordion-icon elementor-accordion-icon-left" aria-hidden="true"><span
     class="elementor-accordion-icon-closed"><i class="fas fa-plus"></i></span></span><a class="elementor-accordion-title"
     tabindex="0">Is it fast?</a></div><div id="elementor-tab-content-1951" class="elementor-tab-content elementor-clearfix"
     data-tab="1" role="region"><p>It reads once.</p></div></div></div>
     <div class="e-n-accordion"><details id="e-n-accordion-item-1" class="e-n-accordion-item"><summary
     class="e-n-accordion-item-title" data-accordion-index="1"><span class="e-n-accordion-item-title-header"><div
     class="e-n-accordion-item-title-text"> Is it exact? </div></span><span class="e-n-accordion-item-title-icon"><span
     class="e-opened"><i class="fas fa-minus"></i></span></span></summary><div role="region" class="elementor-element e-con-full">
     <p>As a browser.</p></div></details></div><p>x</p>`,
  ],
];

const PAIRS = [
  { question: "Is it fast?", answer: "It reads once." },
  { question: "Is it exact?", answer: "As a browser." },
];

describe("sources", () => {
  it("has a fixture for each source", () => {
    expect(FIXTURES.map(([source]) => source)).toEqual(FAQ_SOURCES);
  });

  it.each(FIXTURES)("%s", (source, html) => {
    expect(extractFaqEntries(html)).toEqual([]);
    expect(extractFaqEntries(html, { sources: [source] })).toEqual(PAIRS);
  });

  it.each(FIXTURES)("%s, without repetitions if all sources are enabled", (_source, html) => {
    const entries = extractFaqEntries(html, { sources: FAQ_SOURCES });
    expect(entries.slice(0, 2).map(({ question }) => question)).toEqual(["Is it fast?", "Is it exact?"]);
    expect(entries[0]).toEqual(PAIRS[0]);
  });

  it.each(FIXTURES)("%s ends the answer of a heading before it", (source, html) => {
    const [first] = extractFaqEntries(`<h2>Why?</h2><p>So.</p>${html}`, { sources: [source] });
    expect(first).toEqual({ question: "Why?", answer: "So." });
  });
});

type Case = [
  name: string,
  html: string,
  sources: FaqSource[],
  ...pairs: [question: string, answer: string][],
];

describe("questions and answers of sources", () => {
  it.each<Case>([
    ["a title without a mark is not a question", "<details><summary>More</summary>a</details>", ["details"]],
    [
      "text in a summary after the heading",
      "<details><summary><h3>Why?</h3> Really?</summary>a</details>",
      ["details"],
      ["Why?\nReally?", "a"],
    ],
    [
      "a heading within details is part of the answer",
      "<details><summary>Why?</summary><h4>Step</h4><p>a</p></details>",
      ["details"],
      ["Why?", "Step\na"],
    ],
    [
      "a question within details ends the answer",
      "<details><summary>Why?</summary>a<details><summary>Who?</summary>b</details>c</details>",
      ["details"],
      ["Why?", "a"],
      ["Who?", "b"],
    ],
    [
      "a nested summary that is not a question is part of the answer",
      "<details><summary>Why?</summary>a<details><summary>More</summary>b</details></details>",
      ["details"],
      ["Why?", "a\nMore\nb"],
    ],
    ["a summary outside of details", "<summary>Why?</summary><p>a</p>", ["details"]],
    [
      "several dd, and a dt that is not a question",
      "<dl><dt>Why?<dd>a<dd>b<dt>Note<dd>c</dl>",
      ["dt"],
      ["Why?", "a\nb"],
    ],
    ["two dt with one dd: the second is answered", "<dl><dt>Why?<dt>Who?<dd>a</dl>", ["dt"], ["Who?", "a"]],
    [
      "a list in a definition",
      "<dl><dt>Why?<dd>a<dl><dt>Who?<dd>b</dl></dl>",
      ["dt"],
      ["Why?", "a"],
      ["Who?", "b"],
    ],
    ["a paragraph with more than bold text", "<p><b>Why?</b> a</p><p>b</p>", ["bold"]],
    ["a bold paragraph that is not a question", "<p><b>Note</b></p><p>b</p>", ["bold"]],
    [
      "a bold paragraph ends the answer of a heading",
      "<h2>Why?</h2><p>a</p><p><b>Who?</b></p><p>b</p>",
      ["bold"],
      ["Why?", "a"],
      ["Who?", "b"],
    ],
    ["a title without a panel", '<strong class="schema-faq-question">Why?</strong><p>a</p>', ["yoast"]],
    [
      "a panel after another title",
      '<b class="schema-faq-question">Why?</b><b class="schema-faq-question">Who?</b><p class="schema-faq-answer">a</p>',
      ["yoast"],
      ["Who?", "a"],
    ],
    [
      "a heading with a title's class, but without a panel, is a heading",
      '<h3 class="rank-math-question">Why?</h3><p>a</p>',
      ["rank-math"],
      ["Why?", "a"],
    ],
    [
      "the same question by two sources",
      "<h2>Why?</h2><p>a</p><details><summary>why?</summary>b</details>",
      ["details"],
      ["Why?", "a"],
    ],
    [
      "document order",
      "<details><summary>A?</summary>a</details><h2>B?</h2><p>b</p><dl><dt>C?<dd>c</dl>",
      ["dt", "details"],
      ["A?", "a"],
      ["B?", "b"],
      ["C?", "c"],
    ],
  ])("%s", (_name, html, sources, ...pairs) => {
    const expected = pairs.map(([question, answer]) => ({ question, answer }));
    expect(extractFaqEntries(html, { sources })).toEqual(expected);
  });

  it("also unwraps bold paragraphs", () => {
    const options: FaqOptions = { sources: ["bold"], unwrapHeadings: true };
    const entries = extractFaqEntries("<div><p><b>Why?</b></p></div><p>a</p>", options);
    expect(entries).toEqual([{ question: "Why?", answer: "a" }]);
  });
});
