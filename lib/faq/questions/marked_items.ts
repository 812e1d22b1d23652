import { itemsAtOnce, type Steps } from "../../base/yielding.ts";
import type { SkippedElement } from "../options/skip_rules.ts";
import type { Outline, OutlineItem } from "../outline/outline.ts";
import type { FullTreeAdapter } from "../tree/tree_adapter.ts";

/** Marks the elements with a class or an attribute of `skip`, and all items in them, in steps. Returns undefined without such rules. */
export function* markedItems<Node>(
  tree: FullTreeAdapter<Node>,
  outline: Outline<Node>,
  skipped: readonly SkippedElement[],
): Steps<Uint8Array | undefined> {
  if (skipped.length === 0) return undefined;
  const marked = new Uint8Array(outline.length);
  for (let at = 0, read = 1; at < outline.length; at++, read++) {
    if (read % itemsAtOnce === 0) yield;
    const item = outline[at];
    if (item === undefined || !hasMark(tree, item, skipped)) continue;
    marked.fill(1, at, item.end);
    at = item.end - 1;
  }
  return marked;
}

function hasMark<Node>(
  tree: FullTreeAdapter<Node>,
  item: OutlineItem<Node>,
  skipped: readonly SkippedElement[],
): boolean {
  if (tree.elementName(item.node) === undefined) return false;
  return skipped.some(({ class: name, attribute }) =>
    name === undefined
      ? tree.attribute(item.node, attribute ?? "") !== undefined
      : item.classes.includes(name),
  );
}
