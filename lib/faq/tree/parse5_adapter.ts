import type { DefaultTreeAdapterTypes } from "parse5";
import type { FullTreeAdapter } from "./tree_adapter.ts";

/** Namespace of HTML. It is not read from the parser, so that scripts of the dashboard have no parser. */
export const htmlNamespace = "http://www.w3.org/1999/xhtml";

/** Adapter for parse5 trees. As in a browser, the content of a `template` is not among its children. */
export const parse5Adapter: FullTreeAdapter<DefaultTreeAdapterTypes.Node> = {
  elementName: (node) => ("tagName" in node ? node.tagName : undefined),
  isHtml: (element) => "namespaceURI" in element && (element.namespaceURI as string) === htmlNamespace,
  isHidden: (element) => "attrs" in element && element.attrs.some(({ name }) => name === "hidden"),
  textData: (node) => (node.nodeName === "#text" && "value" in node ? node.value : undefined),
  childNodes: (node) => ("childNodes" in node ? node.childNodes : []),
  attribute: (element, name) =>
    "attrs" in element ? element.attrs.find((attribute) => attribute.name === name)?.value : undefined,
};
