import { Window } from "happy-dom";
import type { DomNode } from "../../lib/faq/mod.ts";
import { parse5Adapter } from "../../lib/faq/tree/parse5_adapter.ts";
import { parseInBody } from "../../lib/faq/tree/parse5_tree.ts";

type Tree = ReturnType<typeof parseInBody>;

/**
 * Copies the tree of parse5 into a DOM node by node, because the DOM's own parser reads malformed HTML differently.
 *
 * @returns the body, or `undefined` if the DOM does not allow a name
 */
export function domOf(html: string): DomNode | undefined {
  const { document } = new Window();
  const stack: [from: Tree, to: { append(...nodes: unknown[]): void }][] = [
    [parseInBody(html), document.body],
  ];
  try {
    for (let pair = stack.pop(); pair !== undefined; pair = stack.pop()) {
      const [from, to] = pair;
      for (const child of Array.from(parse5Adapter.childNodes(from))) {
        const text = parse5Adapter.textData(child);
        if (text !== undefined) to.append(document.createTextNode(text));
        if (!("tagName" in child)) continue;
        const element = document.createElementNS(child.namespaceURI, child.tagName);
        for (const { name, value } of child.attrs) element.setAttribute(name, value);
        to.append(element);
        stack.push([child, element]);
      }
    }
  } catch {
    return undefined;
  }
  return document.body;
}
