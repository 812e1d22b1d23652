import { type DefaultTreeAdapterMap, serialize } from "parse5";
import { fieldText } from "../values/post_fields.ts";

export type HtmlNode = DefaultTreeAdapterMap["node"];
export type HtmlElement = DefaultTreeAdapterMap["element"];

/** Returns the elements within a node in document order, or undefined if they are nested deeper than `maxDepth`. */
export function elementsWithin(root: HtmlNode, maxDepth: number): HtmlElement[] | undefined {
  const found: HtmlElement[] = [];
  const pending: { node: HtmlNode; depth: number }[] = [{ node: root, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, depth } = next;
    if (depth > maxDepth) return undefined;
    if (node !== root && "tagName" in node) found.push(node);
    if (!("childNodes" in node)) continue;
    for (const child of node.childNodes.toReversed()) pending.push({ node: child, depth: depth + 1 });
  }
  return found;
}

/** Returns the value of an attribute. */
export function attributeOf(element: HtmlElement | undefined, name: string): string | undefined {
  return element?.attrs.find((attribute) => attribute.name === name)?.value;
}

/** Returns true if the element has the class. */
export function hasClass(element: HtmlElement, name: string): boolean {
  return (attributeOf(element, "class") ?? "").split(/\s+/).includes(name);
}

/** Returns the text of an element in one line, or undefined if it is empty. */
export function textWithin(element: HtmlElement | undefined): string | undefined {
  const text = element === undefined ? "" : fieldText(serialize(element));
  return text.replaceAll("\n", " ").trim() || undefined;
}
