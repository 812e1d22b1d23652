/**
 * Access to a tree of any kind. A node is an element, a text, or neither (a comment, a doctype, a processing
 * instruction). The rules ignore nodes that are neither.
 */
export interface TreeAdapter<Node> {
  /** Returns an element's local name, in lower case for HTML, or `undefined` for other nodes. */
  elementName(node: Node): string | undefined;
  /** Returns true if an element is in the HTML namespace. */
  isHtml(element: Node): boolean;
  /** Returns true if an element has the attribute `hidden`. */
  isHidden(element: Node): boolean;
  /** Returns the characters of a text node, or `undefined` for other nodes. */
  textData(node: Node): string | undefined;
  /** Returns the children, in order. */
  childNodes(node: Node): ArrayLike<Node>;
}

/** Tree access including attributes, which some options read. */
export interface FullTreeAdapter<Node> extends TreeAdapter<Node> {
  /** Returns an attribute's value, or `undefined` if the element does not have it. */
  attribute(element: Node, name: string): string | undefined;
}
