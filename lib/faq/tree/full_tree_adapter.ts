import type { TreeAdapter } from "./tree_adapter.ts";

/** Tree access including attributes, which some options read. */
export interface FullTreeAdapter<Node> extends TreeAdapter<Node> {
  /** Returns an attribute's value, or `undefined` if the element does not have it. */
  attribute(element: Node, name: string): string | undefined;
}
