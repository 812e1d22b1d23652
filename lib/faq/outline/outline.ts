import { itemsAtOnce, type Steps } from "../../base/yielding.ts";
import { SVG_DESCRIPTIONS, TEXTLESS_ELEMENTS } from "../tree/elements.ts";
import type { FullTreeAdapter } from "../tree/tree_adapter.ts";

const NONE: readonly string[] = [];

/** Splits a `class` attribute at ASCII white space. */
function readClasses(value: string | undefined): readonly string[] {
  if (value === undefined || value === "") return NONE;
  return value.split(/[\t\n\f\r ]/).filter((name) => name !== "");
}

/** The name of items of an outline that are texts, in place of the name of an element. */
export const TEXT = "#text";
/** The name of every SVG and MathML element. The rules do not distinguish them. */
const FOREIGN = "#foreign";

/** An element or a text in document order. */
export interface OutlineItem<Node> {
  readonly node: Node;
  /** The local name of an HTML element, or {@link TEXT}. */
  readonly name: string;
  /** The characters of a text item. */
  readonly text: string;
  /** The class names of an element. */
  readonly classes: readonly string[];
  /** The index of the parent; -1 for children of the root. */
  readonly parent: number;
  /** The index after the last descendant. */
  end: number;
  /** True if the item is in a `pre`. */
  readonly isPre: boolean;
  /** True if the item is in a hidden element. Only outlines for explanations have hidden items. */
  readonly isHidden: boolean;
}

/** The elements and texts of a tree in document order. A subtree is a range of indexes. */
export type Outline<Node> = readonly OutlineItem<Node>[];

/** Treatment of elements that are not rendered. */
export interface OutlineOptions<Node> {
  /** Decides for each HTML element in document order whether it counts as visible, even if it is hidden. */
  panels: {
    isVisible(item: OutlineItem<Node>, at: number, isHidden: boolean, parent?: OutlineItem<Node>): boolean;
  };
  /** True if `style="display:none"` hides an element. */
  readsStyles: boolean;
  /** True if the outline includes hidden elements, with `isHidden` set. */
  keepsHidden: boolean;
}

const NO_CLASSES: readonly string[] = [];
const DISPLAY_NONE = /(?:^|[;\s])display\s*:\s*none/i;

/**
 * Lists the elements and texts of a tree, and yields after every 2,000 nodes. Uses an explicit stack, because hostile trees would overflow
 * recursion.
 */
export function* outlineSteps<Node>(
  tree: FullTreeAdapter<Node>,
  root: Node,
  options: OutlineOptions<Node>,
): Steps<OutlineItem<Node>[]> {
  let nodes = 0;
  const outline: OutlineItem<Node>[] = [];
  const stack: { children: ArrayLike<Node>; next: number; parent: number }[] = [
    { children: tree.childNodes(root), next: 0, parent: -1 },
  ];
  for (let frame = stack[0]; frame !== undefined; frame = stack.at(-1)) {
    if (++nodes % itemsAtOnce === 0) yield;
    const node = frame.children[frame.next++];
    if (node === undefined) {
      const closed = outline[frame.parent];
      if (closed !== undefined) closed.end = outline.length;
      stack.pop();
      continue;
    }
    const item = itemOf(tree, node, frame.parent, outline, options);
    if (item === undefined) continue;
    outline.push(item);
    if (item.name === TEXT) continue;
    stack.push({ children: tree.childNodes(node), next: 0, parent: outline.length - 1 });
  }
  return outline;
}

function itemOf<Node>(
  tree: FullTreeAdapter<Node>,
  node: Node,
  parent: number,
  outline: Outline<Node>,
  options: OutlineOptions<Node>,
): OutlineItem<Node> | undefined {
  const above = outline[parent];
  const isPre = above !== undefined && (above.isPre || above.name === "pre");
  const isInHidden = above?.isHidden ?? false;
  const end = outline.length + 1;
  const localName = tree.elementName(node);
  if (localName === undefined) {
    const text = tree.textData(node) ?? "";
    if (text === "") return undefined;
    return { node, name: TEXT, text, classes: NO_CLASSES, parent, end, isPre, isHidden: isInHidden };
  }
  if (TEXTLESS_ELEMENTS.has(localName)) return undefined;
  const isHtml = tree.isHtml(node);
  if (!isHtml && SVG_DESCRIPTIONS.has(localName)) return undefined;
  if (!isHtml)
    return { node, name: FOREIGN, text: "", classes: NO_CLASSES, parent, end, isPre, isHidden: isInHidden };
  const classes = readClasses(tree.attribute(node, "class"));
  const item = { node, name: localName, text: "", classes, parent, end, isPre, isHidden: isInHidden };
  const isVisible = options.panels.isVisible(item, outline.length, hides(tree, node, options), above);
  if (isVisible) return item;
  return options.keepsHidden ? { ...item, isHidden: true } : undefined;
}

function hides<Node>(tree: FullTreeAdapter<Node>, element: Node, options: OutlineOptions<Node>): boolean {
  if (tree.isHidden(element)) return true;
  return options.readsStyles && DISPLAY_NONE.test(tree.attribute(element, "style") ?? "");
}
