import { domAdapter, type DomNode } from "./dom.ts";
import type { FullTreeAdapter } from "./full_tree_adapter.ts";

/** Adapter for any DOM, including attributes. */
export const fullDomAdapter: FullTreeAdapter<DomNode> = {
  ...domAdapter,
  attribute: (element, name) => element.getAttribute?.(name) ?? undefined,
};
