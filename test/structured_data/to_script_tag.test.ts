import * as fc from "fast-check";
import { type DefaultTreeAdapterTypes, parse, parseFragment } from "parse5";
import { describe, expect, it } from "vitest";
import { toScriptTag } from "../../lib/publishing/structured_data/mod.ts";
import { hostileTexts } from "./hostile_texts.ts";

type Node = DefaultTreeAdapterTypes.ChildNode;

/** Returns the text of the script element if a browser parses the tag as exactly one script element. */
function scriptText(nodes: readonly Node[]): string | undefined {
  const [script, ...others] = nodes;
  if (others.length > 0 || script === undefined || !("childNodes" in script)) return undefined;
  const [text, ...more] = script.childNodes;
  const isScript = script.nodeName === "script" && script.attrs[0]?.value === "application/ld+json";
  return isScript && more.length === 0 && text !== undefined && "value" in text ? text.value : undefined;
}

const hostile = [
  ...hostileTexts,
  "</script\n",
  "<script>",
  "<!-- <script> --> </script>",
  "\\",
  "\0\b\f",
  "\ud83d",
];

describe("toScriptTag", () => {
  it("writes one script element", () => {
    expect(toScriptTag({ name: "</script>" })).toBe(
      String.raw`<script type="application/ld+json">{"name":"\u003c/script\u003e"}</script>`,
    );
  });

  it.each(hostile.map((text) => [JSON.stringify(text), text]))("contains %s safely", (_name, text) => {
    const jsonLd = { name: text, [text]: [text, { deep: text }] };
    const tag = toScriptTag(jsonLd);
    const wellFormed = text === "\ud83d" ? "\ufffd" : text;
    expect(JSON.parse(scriptText(parseFragment(tag).childNodes) ?? "")).toEqual({
      name: wellFormed,
      [wellFormed]: [wellFormed, { deep: wellFormed }],
    });
    expect(tag.slice(1, -1)).not.toMatch(/[\u2028\u2029]|<(?!\/script$)/);
  });

  it("does not change the page after it", () => {
    for (const text of hostile) {
      const page = parse(`<body>${toScriptTag({ name: text })}<p>after</p>`);
      const html = page.childNodes.find((node) => node.nodeName === "html");
      const names = html && "childNodes" in html ? html.childNodes.map(({ nodeName }) => nodeName) : [];
      expect(names).toEqual(["head", "body"]);
      const body = html && "childNodes" in html ? html.childNodes[1] : undefined;
      const parts = body && "childNodes" in body ? body.childNodes.map(({ nodeName }) => nodeName) : [];
      expect(parts).toEqual(["script", "p"]);
    }
  });

  it("can contain any object", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc
        .array(fc.constantFrom("<", ">", "/", "!", "--", "script", "&", "\\", '"', " "), { maxLength: 12 })
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(fc.dictionary(text, fc.oneof(text, fc.array(text), fc.double())), (object) => {
        const json = scriptText(parseFragment(toScriptTag(object)).childNodes) ?? "";
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(object)));
      }),
      { numRuns: 500 },
    );
  });
});
