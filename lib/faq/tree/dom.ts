import type { TreeAdapter } from "./tree_adapter.ts";

/**
 * The part of a DOM node that the extractor reads. Browsers, jsdom, happy-dom, linkedom and deno-dom all provide it.
 *
 * Source: WHATWG DOM, section 4.4 "Interface Node".
 */
export interface DomNode {
  /** 1 for an element, 3 for text, 4 for a CDATA section. */
  readonly nodeType: number;
  /** The name; for an HTML element, the tag name in upper case. */
  readonly nodeName: string;
  /** The children, in order. */
  readonly childNodes: ArrayLike<DomNode>;
  /** An element's name without prefix. */
  readonly localName?: string | null;
  /** An element's namespace. Without this property, every element counts as HTML. */
  readonly namespaceURI?: string | null;
  /** A text node's characters. */
  readonly nodeValue?: string | null;
  /** Returns true if the element has the attribute. */
  hasAttribute?(name: string): boolean;
  /** Returns an attribute's value. Only `extractPublishableFaqEntriesFromDocument` calls it. */
  getAttribute?(name: string): string | null | undefined;
}

/** A DOM document: a node that may have a `body`. */
export interface DomDocument extends DomNode {
  /** The body element. */
  readonly body?: DomNode | null;
}

const ELEMENT = 1;
const TEXT = 3;
const CDATA_SECTION = 4;
const HTML_NAMESPACE = "http://www.w3.org/1999/xhtml";

/** Adapter for any DOM. */
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
