import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";
import { describe, expect, it } from "vitest";
import { InvalidOptionError } from "../../lib/base/input/invalid_option_error.ts";
import { toFaqHtml } from "../../lib/publishing/structured_data/mod.ts";
import { hostileTexts } from "./hostile_texts.ts";

type Node = DefaultTreeAdapterTypes.Node;

/** Returns the texts of all elements with a name, as a browser reads them. */
function textsIn(html: string, name: string): string[] {
  const textOf = (node: Node): string =>
    "value" in node ? node.value : "childNodes" in node ? node.childNodes.map(textOf).join("") : "";
  const collect = (node: Node): string[] => [
    ...(node.nodeName === name ? [textOf(node)] : []),
    ...("childNodes" in node ? node.childNodes.flatMap(collect) : []),
  ];
  return collect(parseFragment(html));
}

const entries = [
  { question: "Is it open?", answer: "Daily.\n\n  From 9 to 5. \r\n" },
  { question: "Is it free?", answer: "It is." },
];

describe("toFaqHtml", () => {
  it("writes a question that opens its answer, with a paragraph for each line", () => {
    expect(toFaqHtml(entries)).toBe(
      "<div><details><summary>Is it open?</summary><div><p>Daily.</p><p>From 9 to 5.</p></div></details>" +
        "<details><summary>Is it free?</summary><div><p>It is.</p></div></details></div>",
    );
  });

  it("writes headings of a level, and classes", () => {
    const classes = { className: "faq", questionClassName: "q", answerClassName: 'a "b"' };
    expect(toFaqHtml(entries.slice(1), { headingLevel: 4, ...classes })).toBe(
      '<div class="faq"><h4 class="q">Is it free?</h4><div class="a &quot;b&quot;"><p>It is.</p></div></div>',
    );
  });

  it("writes nothing without entries", () => {
    expect(toFaqHtml([])).toBe("");
  });

  it.each(hostileTexts.map((text) => [JSON.stringify(text), text]))("shows %s as text", (_name, text) => {
    const html = toFaqHtml([{ question: text, answer: text }]);
    expect(textsIn(html, "summary")).toEqual([text]);
    const lines = text.split(/[\u2028\u2029]/).map((line) => line.trim());
    expect(textsIn(html, "p")).toEqual(lines);
    expect(html.match(/<[a-z]+/g)).toEqual([
      "<div",
      "<details",
      "<summary",
      "<div",
      ...lines.map(() => "<p"),
    ]);
  });

  it("refuses unknown options and levels", () => {
    const refused = (options: object): unknown => {
      try {
        return toFaqHtml(entries, options);
      } catch (error) {
        return error;
      }
    };
    expect(refused({ headingLevel: 7 })).toEqual(
      new InvalidOptionError(
        "show the FAQ",
        "headingLevel",
        "headingLevel must be a whole number from 2 to 6, and is 7",
      ),
    );
    expect(String(refused({ headinglevel: 3 }))).toContain('did you mean "headingLevel"?');
    expect(String(refused({ className: 3 }))).toContain("className must be a string, and is 3");
  });
});
