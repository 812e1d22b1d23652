import { escapeXml } from "../../base/text/escape_xml.ts";

/** Attributes of an element. Undefined attributes are left out. */
export type Attributes = Readonly<Record<string, string | undefined>>;

/** Characters that XML 1.0 forbids even as references: all except `Char` (section 2.2). */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Writes an element with text, without the characters that XML forbids. Without a text, returns an empty string. */
export function textElement(name: string, text: string | undefined, attributes: Attributes = {}): string {
  if (text === undefined) return "";
  const escaped = escapeXml(text.replace(forbidden, ""), "element");
  return `${startTag(name, attributes)}${escaped}</${name}>\n`;
}

/** Writes an element with HTML as CDATA, which is shorter than escaping. `]]>` would end the CDATA section, so it is split. */
export function htmlElement(name: string, html: string | undefined, attributes: Attributes = {}): string {
  if (html === undefined) return "";
  const data = html.replace(forbidden, "").replaceAll("]]>", "]]]]><![CDATA[>");
  return `${startTag(name, attributes)}<![CDATA[${data}]]></${name}>\n`;
}

/** Writes an element without content. */
export function emptyElement(name: string, attributes: Attributes): string {
  return startTag(name, attributes).replace(/>$/, "/>\n");
}

/** Writes a start tag. */
export function startTag(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(([key, value = null]) => {
    if (value === null) return "";
    return ` ${key}="${escapeXml(value.replace(forbidden, ""), "attribute")}"`;
  });
  return `<${name}${written.join("")}>`;
}
