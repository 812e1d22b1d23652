import { escapeXml } from "../../base/text/escape_xml.ts";
import { isLinkable } from "./addresses.ts";
import { attribute, elementName, type Node, textData, visibleChildren } from "./tree.ts";
import { voidElements, writtenAttributes, writtenName } from "./written_elements.ts";

/** Elements that begin a line of the written HTML. */
const lineStarts = new Set("caption dd dt figcaption li tbody tfoot thead tr".split(" "));

interface Frame {
  children: readonly Node[];
  index: number;
  end: string;
  isPre: boolean;
}

/** Writes an element as HTML without empty lines, because an empty line ends HTML in Markdown. */
export function writeHtml(element: Node): string {
  const parts: string[] = [];
  const stack: Frame[] = [{ children: [element], index: 0, end: "", isPre: false }];
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const node = frame.children[frame.index++];
    if (node === undefined) {
      parts.push(frame.end);
      stack.pop();
      continue;
    }
    const data = textData(node);
    if (data !== undefined) {
      parts.push(writeText(data, frame.isPre));
      continue;
    }
    const name = writtenName(elementName(node) ?? "");
    if (name !== undefined) parts.push(`${lineStarts.has(name) ? "\n" : ""}${startTag(node, name)}`);
    const hasEnd = name !== undefined && !voidElements.has(name);
    const children = visibleChildren(node);
    // The parser drops a line feed after this tag.
    if (name === "pre") parts.push("\n");
    stack.push({ children, index: 0, end: hasEnd ? `</${name}>` : "", isPre: frame.isPre || name === "pre" });
  }
  return parts.join("").replace(/\n+/g, "\n").trim();
}

/** Writes the attributes of an element that have a meaning for readers. */
export function writeAttributes(element: Node, name: string): string {
  return writtenAttributes(name)
    .flatMap((attributeName) => {
      const value = attribute(element, attributeName);
      if (value === undefined || !isWritten(name, attributeName, value)) return [];
      return value === "" ? ` ${attributeName}` : ` ${attributeName}="${escapeAttribute(value)}"`;
    })
    .join("");
}

function startTag(element: Node, name: string): string {
  return `<${name}${writeAttributes(element, name)}>`;
}

function isWritten(name: string, attributeName: string, value: string): boolean {
  if (name === "a" && attributeName === "href") return isLinkable(value);
  if (name === "aside") return value.startsWith("admonition ");
  return name !== "code" || value.startsWith("language-");
}

function writeText(data: string, isPre: boolean): string {
  if (!isPre) return escapeXml(data.replace(/[\t\n\f\r ]+/g, " "), "element");
  // Line feeds are references, so that no line is empty.
  return escapeXml(data, "element").replaceAll("\n", "&#10;");
}

function escapeAttribute(value: string): string {
  return value
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replace(/[\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
