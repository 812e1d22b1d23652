/**
 * How the rules read a tree, whatever it is made of. A node is one of three: an element, a text, or neither (a comment,
 * a doctype, a processing instruction), which the rules pass over.
 */
export interface TreeAdapter<Node> {
  /** The local name of an element, lower case for HTML, or `undefined` for what is no element. */
  elementName(node: Node): string | undefined;
  /** Whether an element is in the HTML namespace. */
  isHtml(element: Node): boolean;
  /** Whether an element has the attribute `hidden`. */
  isHidden(element: Node): boolean;
  /** The characters of a text node, or `undefined` for what is no text. */
  textData(node: Node): string | undefined;
  /** The children, in order. */
  childNodes(node: Node): ArrayLike<Node>;
}
