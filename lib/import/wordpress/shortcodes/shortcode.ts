import type { TextFinder } from "../markup/text_finder.ts";

/** A shortcode in a text, such as `[caption width="300"]…[/caption]`. */
export interface Shortcode {
  name: string;
  /** Attributes by lower-case name. Values without a name have the names `0`, `1` and so on. */
  attributes: Readonly<Record<string, string>>;
  /** The content before the closing tag. Undefined without a closing tag. */
  content: string | undefined;
  end: number;
}

/** Shortcodes of WordPress that an import renders. The value is true if they need a closing tag. */
const rendered: ReadonlyMap<string, boolean> = new Map([
  ["caption", true],
  ["wp_caption", true],
  ["gallery", false],
  ["audio", false],
  ["video", false],
  ["playlist", false],
]);

const maxAttributesLength = 10_000;
const start = /\[([a-z_]{1,20})(?=[\s\]/])/y;
const attribute = /\s*(?:([\w-]{1,100})\s?=\s?(?:"([^"]*)"|'([^']*)'|([^\s'"]+))|"([^"]*)"|'([^']*)'|(\S+))/y;

/** Returns the shortcode of WordPress at an index, or undefined if there is none. */
export function shortcodeAt(text: string, at: number, finder: TextFinder): Shortcode | undefined {
  start.lastIndex = at;
  const [opening, name = ""] = start.exec(text) ?? [];
  const needsEnd = rendered.get(name);
  const attributesEnd = finder.indexOf("]", at);
  if (opening === undefined || needsEnd === undefined || attributesEnd === undefined) return undefined;
  const nextBracket = finder.indexOf("[", at + 1) ?? Infinity;
  if (attributesEnd - at > maxAttributesLength || nextBracket < attributesEnd) return undefined;
  const source = text.slice(at + opening.length, attributesEnd);
  const isEmpty = source.endsWith("/");
  const shortcode = {
    name,
    attributes: attributesIn(isEmpty ? source.slice(0, -1) : source),
    content: undefined,
    end: attributesEnd + 1,
  };
  const closing = isEmpty ? undefined : finder.indexOf(`[/${name}]`, attributesEnd);
  const next = finder.indexOf(`[${name}`, attributesEnd);
  // A closing tag after the next shortcode of that name belongs to the next shortcode.
  if (closing === undefined || (!needsEnd && next !== undefined && next < closing))
    return needsEnd ? undefined : shortcode;
  const content = text.slice(attributesEnd + 1, closing);
  return { ...shortcode, content, end: closing + name.length + 3 };
}

/** Returns the attributes of a shortcode. */
export function attributesIn(source: string): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null) as Record<string, string>;
  let unnamed = 0;
  attribute.lastIndex = 0;
  for (let match = attribute.exec(source); match !== null; match = attribute.exec(source)) {
    const [, name, double, single, bare, ...others] = match;
    const value = double ?? single ?? bare ?? others.find((text) => text !== undefined) ?? "";
    attributes[name === undefined ? String(unnamed++) : name.toLowerCase()] = value;
  }
  return attributes;
}
