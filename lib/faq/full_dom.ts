import { domAdapter, type DomNode } from "./dom.ts";
import type { FullTreeAdapter } from "./full_tree_adapter.ts";

/** Reads any DOM, attributes included. */
export const fullDomAdapter: FullTreeAdapter<DomNode> = {
  ...domAdapter,
  attribute: (element, name) => element.getAttribute?.(name) ?? undefined,
};
