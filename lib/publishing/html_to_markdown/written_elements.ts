import { BLOCK_ELEMENTS } from "../../faq/reading.ts";
import type { Mark } from "./inline_run.ts";

/** Elements that Markdown has delimiters for. */
const delimited: ReadonlyMap<string, Mark> = new Map(
  (
    [
      ["em", ["*", "_"], ["em", "i"]],
      ["strong", ["**", "__"], ["strong", "b"]],
      ["del", ["~~"], ["del", "s", "strike"]],
    ] as const
  ).flatMap(([name, delimiters, elements]) => {
    const tags = [`<${name}>`, `</${name}>`] as const;
    const pairs = [...delimiters.map((delimiter) => [delimiter, delimiter] as const), tags];
    return elements.map((element) => [element, { name, pairs }] as const);
  }),
);

/** Inline elements that are written as HTML. */
const inlineTags = new Set(
  "abbr bdo cite dfn ins kbd mark q rb rp rt rtc ruby samp small sub sup u var".split(" "),
);

/** Attributes that are written as HTML, by element. */
const attributes: Readonly<Record<string, readonly string[]>> = {
  a: ["href", "title"],
  abbr: ["title"],
  aside: ["class"],
  audio: ["src", "controls", "loop"],
  bdo: ["dir"],
  code: ["class"],
  col: ["span"],
  colgroup: ["span"],
  details: ["open"],
  embed: ["src", "type", "width", "height"],
  iframe: ["src", "title", "width", "height", "allow", "allowfullscreen"],
  img: ["src", "alt", "title", "width", "height"],
  li: ["value"],
  object: ["data", "type", "width", "height"],
  ol: ["start", "reversed", "type"],
  param: ["name", "value"],
  source: ["src", "srcset", "type", "media", "sizes"],
  td: ["colspan", "rowspan", "align"],
  th: ["colspan", "rowspan", "align", "scope"],
  track: ["src", "kind", "srclang", "label"],
  video: ["src", "poster", "controls", "loop", "muted", "width", "height"],
};

/** Inline elements that are written only in HTML around other HTML. */
const otherTags = new Set([
  ...inlineTags,
  ...Object.keys(attributes),
  ..."b br code del em i s strong wbr".split(" "),
]);

/** Elements that have another name in written HTML. */
const renamed: Readonly<Record<string, string>> = {
  dir: "ul",
  listing: "pre",
  plaintext: "pre",
  strike: "s",
  tt: "code",
  xmp: "pre",
};

/** Blocks of forms and pages, which are written as `div`. */
const plainBlocks = new Set(
  "body center fieldset form frame frameset html legend optgroup option".split(" "),
);

/** Elements without an end tag. */
export const voidElements: ReadonlySet<string> = new Set(
  "br col embed hr img param source track wbr".split(" "),
);

/** Embedded media, which are written as HTML. */
export const mediaElements: ReadonlySet<string> = new Set("audio embed iframe object video".split(" "));

/** Returns the mark of an element that Markdown has delimiters for, or that is written as HTML around Markdown. */
export function markOf(name: string, attributesOf: (name: string) => string): Mark | undefined {
  if (!inlineTags.has(name)) return delimited.get(name);
  return { name, pairs: [[`<${name}${attributesOf(name)}>`, `</${name}>`]] };
}

/** Returns the name that an element has in written HTML, or undefined if only its content is written. */
export function writtenName(name: string): string | undefined {
  if (plainBlocks.has(name)) return "div";
  return otherTags.has(name) || BLOCK_ELEMENTS.has(name) ? (renamed[name] ?? name) : renamed[name];
}

export function writtenAttributes(name: string): readonly string[] {
  return attributes[name] ?? [];
}
