import type { DefaultTreeAdapterTypes, html } from "parse5";
import { htmlNamespace, parse5Adapter, isUnrendered } from "../../faq/reading.ts";

/** A node of a parse5 tree. */
export type Node = DefaultTreeAdapterTypes.Node;

/** Returns the name of an HTML element, `"foreign"` for elements of SVG and MathML, or undefined for other nodes. */
export function elementName(node: Node): string | undefined {
  const name = parse5Adapter.elementName(node);
  return name === undefined || parse5Adapter.isHtml(node) ? name : "foreign";
}

/** Returns the value of an attribute. */
export function attribute(node: Node, name: string): string | undefined {
  return parse5Adapter.attribute(node, name);
}

/** Returns the characters of a text node, or undefined for other nodes. */
export function textData(node: Node): string | undefined {
  return parse5Adapter.textData(node);
}

/** Returns the children that readers see. */
export function visibleChildren(node: Node): Node[] {
  return Array.from(parse5Adapter.childNodes(node)).filter((child) => {
    const name = parse5Adapter.elementName(child);
    return name === undefined ? textData(child) !== undefined : !isUnrendered(parse5Adapter, child, name);
  });
}

/** Yields the visible nodes in a node, in document order. Does not enter an element whose name `skips` contains. */
export function* descendants(node: Node, skips: ReadonlySet<string> = new Set()): Generator<Node> {
  const stack = visibleChildren(node).toReversed();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    yield next;
    if (skips.has(elementName(next) ?? "")) continue;
    for (const child of visibleChildren(next).toReversed()) stack.push(child);
  }
}

/** Returns the text of a node, with a line feed for each `br`. */
export function textContent(node: Node): string {
  let text = "";
  for (const inner of descendants(node)) text += elementName(inner) === "br" ? "\n" : (textData(inner) ?? "");
  return text;
}

/** Creates an element with its children. */
export function newElement(
  name: string,
  attributes: Readonly<Record<string, string>>,
  childNodes: readonly Node[],
): DefaultTreeAdapterTypes.Element {
  return {
    nodeName: name,
    tagName: name,
    attrs: Object.entries(attributes).map(([attributeName, value]) => ({ name: attributeName, value })),
    namespaceURI: htmlNamespace as html.NS.HTML,
    childNodes: [...childNodes] as DefaultTreeAdapterTypes.ChildNode[],
    parentNode: null,
  };
}

/** Creates a text node. */
export function newText(value: string): Node {
  return { nodeName: "#text", value, parentNode: null };
}
