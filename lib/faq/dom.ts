import type { TreeAdapter } from "./tree_adapter.ts";

/**
 * The little of a DOM node that the rules read. The nodes of browsers, jsdom, happy-dom, linkedom and deno-dom are such.
 *
 * Source: WHATWG DOM, section 4.4 "Interface Node".
 */
export interface DomNode {
  /** 1 for an element, 3 for a text, 4 for a CDATA section. */
  readonly nodeType: number;
  /** The name; the upper-case tag name for an HTML element. */
  readonly nodeName: string;
  /** The children, in order. */
  readonly childNodes: ArrayLike<DomNode>;
  /** The name without a prefix, of an element. */
  readonly localName?: string | null;
  /** The namespace of an element; where the DOM has none, every element counts as HTML. */
  readonly namespaceURI?: string | null;
  /** The characters of a text node. */
  readonly nodeValue?: string | null;
  /** Whether an element has an attribute. */
  hasAttribute?(name: string): boolean;
  /** The value of an element's attribute. `extractPublishableFaqEntriesFromDocument` alone reads it. */
  getAttribute?(name: string): string | null | undefined;
}

/** A DOM document: a node that may know its body. */
export interface DomDocument extends DomNode {
  /** The body element. */
  readonly body?: DomNode | null;
}

const ELEMENT = 1;
const TEXT = 3;
const CDATA_SECTION = 4;
const HTML_NAMESPACE = "http://www.w3.org/1999/xhtml";

/** Reads any DOM. */
export const domAdapter: TreeAdapter<DomNode> = {
  elementName(node) {
    if (node.nodeType !== ELEMENT) return undefined;
    return node.localName ?? node.nodeName.toLowerCase();
  },
  isHtml: (element) => (element.namespaceURI ?? HTML_NAMESPACE) === HTML_NAMESPACE,
  isHidden: (element) => element.hasAttribute?.("hidden") ?? false,
  textData(node) {
    return node.nodeType === TEXT || node.nodeType === CDATA_SECTION ? (node.nodeValue ?? "") : undefined;
  },
  childNodes: (node) => node.childNodes,
};
