import { escapeXml } from "../escape_xml.ts";

/** Attributes of an element; those that are undefined are left out. */
export type Attributes = Readonly<Record<string, string | undefined>>;

/** What no XML 1.0 document can hold, not even as a reference: all but its `Char` (section 2.2). */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** An element with text in it; nothing for no text. A parser reads the same text back, without the characters that XML forbids. */
export function textElement(name: string, text: string | undefined, attributes: Attributes = {}): string {
  if (text === undefined) return "";
  const escaped = escapeXml(text.replace(forbidden, ""), "element");
  return `${startTag(name, attributes)}${escaped}</${name}>\n`;
}

/** An element with HTML in it, as CDATA: escaped, HTML is about a quarter longer. `]]>` would end it, so it is cut in two. */
export function htmlElement(name: string, html: string | undefined, attributes: Attributes = {}): string {
  if (html === undefined) return "";
  const data = html.replace(forbidden, "").replaceAll("]]>", "]]]]><![CDATA[>");
  return `${startTag(name, attributes)}<![CDATA[${data}]]></${name}>\n`;
}

/** An element without content. */
export function emptyElement(name: string, attributes: Attributes): string {
  return startTag(name, attributes).replace(/>$/, "/>\n");
}

/** A start tag. */
export function startTag(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(([key, value = null]) => {
    if (value === null) return "";
    return ` ${key}="${escapeXml(value.replace(forbidden, ""), "attribute")}"`;
  });
  return `<${name}${written.join("")}>`;
}
