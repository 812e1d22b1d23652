import { defaultTreeAdapter, html, parseFragment, type DefaultTreeAdapterTypes } from "parse5";
import type { TreeAdapter } from "./tree_adapter.ts";

type Node = DefaultTreeAdapterTypes.Node;

/**
 * Parses HTML as a fragment in `body`, as `body.innerHTML` does.
 *
 * Scripting is off, as it is for `DOMParser`: the content of `noscript` is markup, not the source of it as text.
 *
 * Source: WHATWG HTML, section 13.4 "Parsing HTML fragments".
 */
export function parseInBody(source: string): Node {
  const body = defaultTreeAdapter.createElement("body", html.NS.HTML, []);
  return parseFragment(body, source, { scriptingEnabled: false });
}

/** Reads the trees of parse5. The content of a `template` is not among its children, as in a browser. */
export const parse5Adapter: TreeAdapter<Node> = {
  elementName: (node) => ("tagName" in node ? node.tagName : undefined),
  isHtml: (element) => "namespaceURI" in element && element.namespaceURI === html.NS.HTML,
  isHidden: (element) => "attrs" in element && element.attrs.some(({ name }) => name === "hidden"),
  textData: (node) => (node.nodeName === "#text" && "value" in node ? node.value : undefined),
  childNodes: (node) => ("childNodes" in node ? node.childNodes : []),
};
