import * as fc from "fast-check";
import MarkdownIt from "markdown-it";
import { describe, expect, it } from "vitest";
import { toLlmsTxt } from "../../lib/publishing/feeds/mod.ts";
import { htmlToText } from "../../lib/faq/mod.ts";
import { hostileTexts } from "./_hostile_feed.ts";

const markdown = new MarkdownIt({ html: true, linkify: true });

/** Returns the elements, with their texts, of the HTML that a Markdown parser creates. */
function read(text: string): [tag: string, text: string][] {
  const element = /<(h1|h2|blockquote|li|pre|table|hr|img|script)\b[^>]*>(?:([^]*?)<\/\1>)?/g;
  return Array.from(markdown.render(text).matchAll(element), ([, tag = "", html = ""]) => [
    tag,
    htmlToText(html),
  ]);
}

const oneLine = (text: string): string =>
  htmlToText(markdown.utils.escapeHtml(text.replace(/\s+/g, " ").trim()));

describe("toLlmsTxt", () => {
  it("has title, summary and sections in the order of llmstxt.org", () => {
    const text = toLlmsTxt({
      title: "Acme",
      description: "All about\n  fish",
      sections: [
        { name: "Guides", links: [{ title: "Fish", url: "https://acme.example/fish", note: "Fresh" }] },
        { name: "News", links: [{ title: "Now (new)", url: "https://acme.example/a_(b)" }] },
      ],
    });
    expect(text).toBe(
      [
        "# Acme",
        "",
        "> All about fish",
        "",
        "## Guides",
        "",
        "- [Fish](https://acme.example/fish): Fresh",
        "",
        "## News",
        "",
        "- [Now (new)](https://acme.example/a_%28b%29)",
        "",
      ].join("\n"),
    );
    expect(toLlmsTxt({ title: "Acme", sections: [] })).toBe("# Acme\n");
  });

  /** Returns the parsed and the expected elements of a file that contains only this text. */
  const readAlone = (text: string): [found: ReturnType<typeof read>, expected: ReturnType<typeof read>] => {
    const url = "https://acme.example/fish";
    const sections = [{ name: text, links: [{ title: text, url, note: text }] }];
    const plain = oneLine(text);
    return [
      read(toLlmsTxt({ title: text, description: text, sections })),
      [
        ["h1", plain],
        ["blockquote", plain],
        ["h2", plain],
        ["li", `${plain}: ${plain}`],
      ],
    ];
  };
  const hostile = [
    "1. one",
    "- one",
    "+ one",
    "=== x",
    "* * *",
    "`a` **b** ~~c~~ [d](e) ![f](g)",
    "a #",
    "| a | b |",
  ];
  const shown = [...hostile, ...hostileTexts].filter((text) => !text.includes("\0"));

  it.each(shown.map((text) => [JSON.stringify(text), text]))("shows %s as it is", (_name, text) => {
    const [found, expected] = readAlone(text);
    expect(found).toEqual(expected);
  });

  it("shows any text as it is", () => {
    const parts = fc.constantFrom(...Array.from("a1.)-+*_`~#><&![](\\ \n:|="), "b>", "amp;", "http://a.b");
    const text = fc.array(parts, { minLength: 1, maxLength: 12 }).map((array) => `x${array.join("")}x`);
    // The parser itself shows `http://a.b=:1>` as `http://a.b:1=>`, because it reads the 1 as a port.
    const any = fc
      .oneof(
        text,
        text.map((one) => one.slice(1)),
      )
      .filter((one) => !/http:\/\/[^\s:=]*=[^\s:]*:\d/.test(one));
    fc.assert(
      fc.property(any, (one) => {
        const [found, expected] = readAlone(one);
        expect(found).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});
