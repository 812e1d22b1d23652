import { parseFragment, serialize } from "parse5";
import { createElement } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { FaqList, InvalidOptionError, JsonLd } from "../../lib/publishing/react/mod.ts";
import { toFaqHtml, toScriptTag } from "../../lib/publishing/structured_data/mod.ts";
import { hostileTexts } from "../structured_data/hostile_texts.ts";

/** Returns HTML as a browser reads it, without regard to the way characters are escaped. */
function read(html: string): string {
  return serialize(parseFragment(html));
}

describe("JsonLd", () => {
  it.each(hostileTexts.map((text) => [JSON.stringify(text), text]))("contains %s safely", (_name, text) => {
    const data = { "@type": "Article", name: text, [text]: [text] };
    const html = renderToStaticMarkup(createElement(JsonLd, { data }));
    expect(html).toBe(toScriptTag(data));
    const [, json = ""] =
      /^<script type="application\/ld\+json">([^<\u2028\u2029]*)<\/script>$/.exec(html) ?? [];
    expect(JSON.parse(json)).toEqual(data);
  });

  it("renders nothing without data", () => {
    expect(renderToStaticMarkup(createElement(JsonLd, { data: undefined }))).toBe("");
    expect(renderToStaticMarkup(createElement(JsonLd, { data: null }))).toBe("");
  });
});

describe("FaqList", () => {
  const entries = hostileTexts.map((text) => ({ question: text, answer: `${text}\nsecond\r\n\r\nthird` }));

  it.each([
    ["details", {}],
    ["headings", { headingLevel: 3 as const }],
    ["classes", { className: "faq", questionClassName: "q", answerClassName: "a" }],
  ])("renders the HTML of toFaqHtml: %s", (_name, options) => {
    const error = vi.spyOn(console, "error");
    const html = renderToString(createElement(FaqList, { entries, ...options }));
    expect(read(html)).toBe(read(toFaqHtml(entries, options)));
    // React reports missing keys here.
    expect(error).not.toHaveBeenCalled();
    error.mockRestore();
  });

  it("renders nothing without entries", () => {
    expect(renderToStaticMarkup(createElement(FaqList, { entries: [] }))).toBe("");
  });

  it("refuses a level that no heading of a page section has", () => {
    const render = (headingLevel: unknown): string =>
      renderToStaticMarkup(createElement(FaqList, { entries, headingLevel: headingLevel as 2 }));
    expect(() => render(1)).toThrow(InvalidOptionError);
    expect(() => render("script")).toThrow(
      'headingLevel must be a whole number from 2 to 6, and is "script"',
    );
  });
});
