import type { TreeAdapter } from "./tree_adapter.ts";

/** Tree access for the options that read attributes. */
export interface FullTreeAdapter<Node> extends TreeAdapter<Node> {
  /** The value of an element's attribute; `undefined` when the element does not have it. */
  attribute(element: Node, name: string): string | undefined;
}
