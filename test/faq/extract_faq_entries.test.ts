import { describe, expect, it } from "vitest";
import { extractFaqEntries, htmlToText } from "../../lib/faq/mod.ts";

/** `[case, html, [question, answer]...]` */
type Case = [name: string, html: string, ...pairs: [question: string, answer: string][]];

function answers(cases: Case[], options?: Parameters<typeof extractFaqEntries>[1]): void {
  it.each(cases)("%s", (_name, html, ...pairs) => {
    const expected = pairs.map(([question, answer]) => ({ question, answer }));
    expect(extractFaqEntries(html, options)).toEqual(expected);
  });
}

describe("rule 1: candidates", () => {
  answers([
    ["an h2", "<h2>Why?</h2><p>So.</p>", ["Why?", "So."]],
    ["an h3", "<h3>Why?</h3><p>So.</p>", ["Why?", "So."]],
    ["upper case tags", "<H2>Why?</H2><P>So.</P>", ["Why?", "So."]],
    ["no h1, h4, h5, h6", "<h1>A?</h1><p>x<h4>B?</h4><p>x<h5>C?</h5><p>x<h6>D?</h6><p>x"],
    ["no other element", "<p>Why?</p><p>So.</p><h2x>Why?</h2x><p>So.</p>"],
    ["white space after the mark", "<h2>Why?\n \t&nbsp;</h2><p>So.</p>", ["Why?", "So."]],
    ["a zero-width space after the mark", "<h2>Why?&#8203;</h2><p>So.</p>", ["Why?", "So."]],
    ["the mark in an inline element", "<h2><b>Why</b><i>?</i></h2><p>So.</p>", ["Why?", "So."]],
    ["the mark as a character reference", "<h2>Why&quest;</h2><p>So.</p>", ["Why?", "So."]],
    ["the mark as a number", "<h2>Why&#63;</h2><h2>Who&#x3f</h2><p>So.</p>", ["Who?", "So."]],
    ["just a mark", "<h2>?</h2><p>So.</p>", ["?", "So."]],
    ["a closing quote after the mark", "<h2>“Why?”</h2><p>So.</p>"],
    ["a bracket after the mark", "<h2>(Why?)</h2><p>So.</p>"],
    ["an exclamation after the mark", "<h2>Why?!</h2><p>So.</p>"],
    ["a corner bracket after the mark", "<h2>「Why?」</h2><p>So.</p>"],
    ["a full-width mark", "<h2>Why？</h2><p>So.</p>"],
    ["an Arabic mark", "<h2>Why؟</h2><p>So.</p>"],
    ["a semicolon", "<h2>Why;</h2><p>So.</p>"],
    ["the mark not at the end", "<h2>Why? So.</h2><p>x</p>"],
    ["an h2 in SVG breaks out of it", "<svg><h2>Why?</h2><p>So.</p></svg>", ["Why?", "So."]],
    ["an unclosed heading is closed by the next", "<h2>A?<h3>B?</h3><p>x</p>", ["B?", "x"]],
    ["a heading closed by another's end tag", "<h2>A?</h3><p>x</p>", ["A?", "x"]],
  ]);
});

describe("rule 1: no candidates, but marks in the text", () => {
  const rest = "<p>Is it? &quest;</p>";
  answers([
    ["plain headings", `<h2 id="a?">A <b>b</b></h2>${rest}<H3 class='x>?'>C</H3\n><p>?`],
    ["inline tags that are not nested", `<b><h2>A</b> <i>b</h2>${rest}?</i>`],
    ["a heading after a plain one", `<h2>A</h2>${rest}<h3>B?</h3><p>b`, ["B?", "b"]],
    ["a heading in an attribute of a plain one", `<h2 a='<h2>'>A</h2><h3>B?</h3><p>b`, ["B?", "b"]],
    ["an unclosed attribute in a comment", `<!--<h2 a="--><h2>B?</h2><p>b<i a="">`, ["B?", "b"]],
    ["a reference", `<h2>A</h2>${rest}<h2>B&quest;</h2><p>b`, ["B?", "b"]],
    ["a heading that does not end", `<h2>A</h2>${rest}<h2>B<p>?`],
    ["a mark after a line break", `<h2>A<br>?</h2><p>b`, ["A\n?", "b"]],
  ]);
});

describe("rule 1: invisible characters after the mark", () => {
  const unseen = [0xad, 0x200c, 0x200d, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060];
  const units = [...unseen, 0x2066, 0x2067, 0x2068, 0x2069, 0xfe0f];
  answers(
    units.flatMap((unit): Case[] => [
      [`U+${unit.toString(16)}`, `<h2>Why?&#${unit};</h2><p>So.</p>`, ["Why?", "So."]],
      [`U+${unit.toString(16)} and spaces`, `<h2>Why? &#${unit}; </h2><p>So.</p>`, ["Why?", "So."]],
    ]),
  );
  answers([
    ["a balanced isolate stays", "<h2>Is \u2068A\u2069 b?</h2><p>c</p>", ["Is \u2068A\u2069 b?", "c"]],
    ["both halves of an isolate are cut", "<h2>Is \u2068it?\u2069</h2><p>c</p>", ["Is it?", "c"]],
    ["an isolate around all of it", "<h2>\u2067\u05de\u05d4?\u2069</h2><p>c</p>", ["\u05de\u05d4?", "c"]],
    ["an isolate at the start", "<h2>\u2068A\u2069 b?</h2><p>c</p>", ["A b?", "c"]],
    ["both halves of an embedding", "<h2>Is \u202ait?\u202c\u200f</h2><p>c</p>", ["Is it?", "c"]],
    ["nested marks", "<h2>a \u2067b \u202bc\u202c d?\u2069</h2><p>c</p>", ["a b \u202bc\u202c d?", "c"]],
    ["answers keep marks", "<h2>A?</h2><p>b \u2068c\u2069 d</p>", ["A?", "b \u2068c\u2069 d"]],
    ["text after them", "<h2>Why?\u200e so</h2><p>c</p>"],
  ]);
  answers([["a mark that ends with U+FE0F", "<h2>So\u2049\ufe0f</h2><p>c</p>", ["So\u2049\ufe0f", "c"]]], {
    questionMarks: ["\u2049\ufe0f"],
  });
});

describe("rule 2: content that no reader sees", () => {
  const names = "audio canvas datalist iframe meter noembed noframes object progress video".split(" ");
  answers(
    names.flatMap((name): Case[] => [
      [`${name} in an answer`, `<h2>A?</h2><p>b <${name}>c</${name}> d</p>`, ["A?", "b d"]],
      [`${name} in a heading`, `<h2>A?<${name}>c</${name}></h2><p>b</p>`, ["A?", "b"]],
      [`${name} as an answer`, `<h2>A?</h2><${name}><p>c</p></${name}>`],
      [`a heading in ${name}`, `<${name}><h2>A?</h2><p>c</p></${name}><h2>B?</h2><p>d`, ["B?", "d"]],
      [`text after ${name}`, `<h2>A?</h2><div><${name}><b>c</b></${name}>d</div>`, ["A?", "d"]],
    ]),
  );
  answers([
    ["the description of a picture", "<h2>A?<svg><title>b</title><desc>c</desc></svg></h2><p>d", ["A?", "d"]],
    ["text in a picture", "<h2>A?</h2><p><svg><title>b</title><text>c</text></svg>", ["A?", "c"]],
    ["noscript stays", "<h2>A?</h2><noscript><p>b</p></noscript>", ["A?", "b"]],
    ["a nested fallback", "<h2>A?</h2><p><video><object>b</object>c</video>d", ["A?", "d"]],
  ]);
  it("counts no words of it", () => {
    expect(htmlToText("<p>a</p><video>Your browser does not support videos.</video>")).toBe("a");
  });
});

describe("rule 1: answers", () => {
  answers([
    ["several siblings", "<h2>Q?</h2><p>a</p><ul><li>b</li></ul><h2>R</h2>", ["Q?", "a\nb"]],
    ["each heading level ends it", "<h2>Q?</h2><p>a</p><h6>x</h6><p>b</p>", ["Q?", "a"]],
    ["an h1 ends it", "<h2>Q?</h2><p>a</p><h1>x</h1><p>b</p>", ["Q?", "a"]],
    ["the end of the parent ends it", "<div><h2>Q?</h2><p>a</p></div><p>b</p>", ["Q?", "a"]],
    ["the end of the input ends it", "<h2>Q?</h2><p>a", ["Q?", "a"]],
    [
      "a sibling with a heading counts up to it",
      "<h2>Q?</h2><p>a</p><div>b<h4>x</h4>c</div><p>d</p>",
      ["Q?", "a\nb"],
    ],
    [
      "a heading deep in a sibling, which is a question itself",
      "<h2>Q?</h2><div><section>a<h3>R?</h3><p>b</p></section></div><p>c</p>",
      ["Q?", "a"],
      ["R?", "b"],
    ],
    ["text that is in no sibling element", "<h2>Q?</h2>a<p>b</p>c", ["Q?", "b"]],
    ["text between inline siblings separates them", "<h2>Q?</h2><b>a</b> <i>b</i>x<b>c</b>", ["Q?", "a b c"]],
    ["adjoining inline siblings", "<h2>Q?</h2><b>a</b><i>b</i>", ["Q?", "ab"]],
    ["only text", "<h2>Q?</h2>a"],
    ["nothing", "<h2>Q?</h2>"],
    ["white space", "<h2>Q?</h2><p> &nbsp;\n&#8203;</p>"],
    ["a heading directly after it", "<h2>Q?</h2><h3>R?</h3><p>a</p>", ["R?", "a"]],
    ["an h3 under an h2 that is no question", "<h2>Q</h2><p>a</p><h3>R?</h3><p>b</p>", ["R?", "b"]],
    ["a heading in a heading", "<h2>Q?<div><h3>R?</h3><p>a</p></div></h2><p>b</p>", ["R?", "a"]],
    ["a wrapped heading has no siblings", "<div><h2>Q?</h2></div><p>a</p>"],
    ["a hidden heading is ignored", "<h2>Q?</h2><p>a</p><h3 hidden>R?</h3><p>b</p>", ["Q?", "a\nb"]],
    [
      "a heading in a hidden sibling",
      "<h2>Q?</h2><div hidden><h3>R?</h3><p>b</p></div><p>a</p>",
      ["Q?", "a"],
    ],
    ["a heading in a template", "<h2>Q?</h2><template><h3>R?</h3><p>b</p></template><p>a</p>", ["Q?", "a"]],
    ["an unclosed paragraph", "<h2>Q?</h2><p>a<p>b<h2>R", ["Q?", "a\nb"]],
    ["a heading in pre", "<pre><h2>A\nb?</h2><i>c\nd</i></pre>", ["A\nb?", "c\nd"]],
    ["foster parented text", "<h2>Q?</h2><table>x<tr><td>a</table>", ["Q?", "a"]],
  ]);
});

describe("rule 3: permalinks", () => {
  answers([
    [
      "Sphinx",
      '<h2>Why?<a class="headerlink" href="#why" title="Permalink to this headline">¶</a></h2><p>So.</p>',
      ["Why?", "So."],
    ],
    [
      "Docusaurus",
      '<h3 class="anchor" id="why">Why?<a href="#why" class="hash-link" aria-label="Direct link to Why?">\u200b</a></h3><p>So.</p>',
      ["Why?", "So."],
    ],
    [
      "VitePress",
      '<h2 id="why" tabindex="-1">Why? <a class="header-anchor" href="#why" aria-label="Permalink">&#8203;</a></h2><p>So.</p>',
      ["Why?", "So."],
    ],
    [
      "GitHub",
      '<h2><a id="why" class="anchor" aria-hidden="true" href="#why"><svg class="octicon" viewBox="0 0 16 16"><path d="M7"></path></svg></a>Why?</h2><p>So.</p>',
      ["Why?", "So."],
    ],
    ["a hash before the text", '<h2><a href="#why">#</a> Why?</h2><p>So.</p>', ["Why?", "So."]],
    ["an emoji in a span", '<h2>Why? <a href="#why"><span>🔗</span></a></h2><p>So.</p>', ["Why?", "So."]],
    ["an image", '<h2>Why?<a href="#why"><img alt="link"></a></h2><p>So.</p>', ["Why?", "So."]],
    ["hidden letters", '<h2>Why?<a href="#why"><i hidden>link</i>#</a></h2><p>So.</p>', ["Why?", "So."]],
    ["a link with letters is text", '<h2><a href="#why">Why?</a></h2><p>So.</p>', ["Why?", "So."]],
    ["a link with a letter of any script", '<h2>Why?<a href="#why">字</a></h2><p>So.</p>'],
    ["a link with a digit is text", '<h2>Why?<a href="#why">[1]</a></h2><p>So.</p>'],
    ["a link that is the question mark", '<h2>Why<a href="#why">?</a></h2><p>So.</p>', ["Why?", "So."]],
    ["a sign that is in no link is text", "<h2>Why? ¶</h2><p>So.</p>"],
    ["links in the answer are text", "<h2>Why?</h2><p><a href=x>#</a>1</p>", ["Why?", "#1"]],
    ["a link of SVG is text", "<h2>Why?<svg><a>#</a></svg></h2><p>So.</p>"],
  ]);
});

describe("rule 4: valid pairs", () => {
  answers([
    ["the first of equal questions", "<h2>Q?</h2><p>a</p><h2>Q?</h2><p>b</p>", ["Q?", "a"]],
    ["ignoring case", "<h2>ÄQ?</h2><p>a</p><h3>äq?</h3><p>b</p>", ["ÄQ?", "a"]],
    ["white space normalized", "<h2>A b?</h2><p>a</p><h3>A<br>b?</h3><p>b</p>", ["A b?", "a"]],
    ["an invalid first leaves the second", "<h2>Q?</h2><h2>q?</h2><p>b</p>", ["q?", "b"]],
    ["a line break stays in the question", "<h2>A<br>b?</h2><p>a</p>", ["A\nb?", "a"]],
  ]);
});

describe("rule 5: question marks", () => {
  answers(
    [
      ["full width", "<h2>Q？</h2><p>a</p>", ["Q？", "a"]],
      ["Arabic", "<h2>Q؟</h2><p>a</p>", ["Q؟", "a"]],
      ["as a character reference", "<h2>Q&#xFF1F;</h2><p>a</p>", ["Q？", "a"]],
      ["not the omitted default", "<h2>Q?</h2><p>a</p>"],
      ["a link that is one", "<h2>Q<a href=x>？</a></h2><p>a</p>", ["Q？", "a"]],
    ],
    { questionMarks: ["？", "؟"] },
  );
});

describe("rule 5: question marks of several characters", () => {
  answers(
    [
      ["in several elements", "<h2>Q<b>r so</b>.</h2><p>a</p>", ["Qr so.", "a"]],
      ["with white space in the source", "<h2>Q\nr\n so.</h2><p>a</p>", ["Q r so.", "a"]],
      ["only their last character", "<h2>Q.</h2><p>a</p>"],
    ],
    { questionMarks: ["r so."] },
  );
});

describe("rule 5: unwrapped headings", () => {
  answers(
    [
      ["a wrapper", "<div><h2>Q?</h2></div><p>a</p><h2>R</h2>", ["Q?", "a"]],
      [
        "DocBook",
        '<div class="titlepage"><div><div><h2 class="title">Q?</h2></div></div><hr></div><p>a</p>',
        ["Q?", "a"],
      ],
      [
        "GitHub",
        '<div class="markdown-heading"><h2>Q?</h2><a class="anchor" href="#q"><svg><path/></svg></a></div><p>a</p>',
        ["Q?", "a"],
      ],
      [
        "two questions",
        "<div><h2>Q?</h2></div><p>a</p><div><h2>R?</h2></div><p>b</p>",
        ["Q?", "a"],
        ["R?", "b"],
      ],
      ["content after it in the wrapper", "<div><h2>Q?</h2><p>b</p></div><p>a</p>", ["Q?", "b"]],
      ["text after it in the wrapper", "<div><h2>Q?</h2>b</div><p>a</p>"],
      ["a heading after it in the wrapper", "<div><h2>Q?</h2><h3>x</h3></div><p>a</p>"],
      ["no wrapper", "<h2>Q?</h2><p>a</p>", ["Q?", "a"]],
      ["a heading in a link after it", "<div><h2>Q?</h2><a>#<h3>x</h3></a></div><p>a</p>", ["Q?", "#"]],
    ],
    { unwrapHeadings: true },
  );
});

describe("options", () => {
  const html = "<h2>A?</h2><p>a</p><h2>B?</h2><p>b</p>";

  it("returns at most maxEntries", () => {
    expect(extractFaqEntries(html, { maxEntries: 1 })).toHaveLength(1);
    expect(extractFaqEntries(html, { maxEntries: 2 })).toHaveLength(2);
  });

  it("refuses a longer input than maxInputLength", () => {
    expect(extractFaqEntries(html, { maxInputLength: html.length })).toHaveLength(2);
    expect(() => extractFaqEntries(html, { maxInputLength: 10 })).toThrow(
      expect.objectContaining({ name: "FaqInputTooLargeError", length: html.length, limit: 10 }),
    );
    expect(() => extractFaqEntries("x".repeat(5 * 1024 * 1024 + 1))).toThrow(RangeError);
  });
});

describe("an input that is not a string", () => {
  it.each([
    [undefined, "undefined"],
    [null, "null"],
    [5, "5"],
    [Buffer.from("<h2>"), "an instance of Buffer"],
    [["<h2>"], "an instance of Array"],
    [Object.create(null), "an object"],
  ])("is refused: %s", (value: unknown, shown) => {
    const expectsHtml = "expects HTML as a string, but got";
    expect(() => extractFaqEntries(value as string)).toThrow(
      new TypeError(`extractFaqEntries ${expectsHtml} ${shown}`),
    );
    expect(() => htmlToText(value as string)).toThrow(new TypeError(`htmlToText ${expectsHtml} ${shown}`));
  });
});
