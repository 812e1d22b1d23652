import { TEXTLESS_ELEMENTS } from "../elements.ts";
import type { FullTreeAdapter } from "../full_tree_adapter.ts";
import { readClasses } from "./read_classes.ts";

/** The name of a text. */
export const TEXT = "#text";
/** The name of every element of SVG and MathML: to the rules they are all the same. */
const FOREIGN = "#foreign";

/** An element or a text in document order. */
export interface OutlineItem<Node> {
  readonly node: Node;
  /** The local name of an HTML element, or {@link TEXT}. */
  readonly name: string;
  /** The characters of a text. */
  readonly text: string;
  /** The class names of an element. */
  readonly classes: readonly string[];
  /** The index of the parent; -1 for children of the root. */
  readonly parent: number;
  /** The index after the last descendant. */
  end: number;
  /** Whether the item is in a `pre`. */
  readonly isPre: boolean;
  /** Whether the item is in an element that gives nothing. Only outlines for explanations have hidden items. */
  readonly isHidden: boolean;
}

/** A tree as a list of its elements and texts in document order, so that a subtree is a range of indexes. */
export type Outline<Node> = readonly OutlineItem<Node>[];

/** What an outline does with an element that is not rendered. */
export interface OutlineOptions {
  /** Whether an element that has `hidden` is there all the same. */
  isPanel(name: string, classes: readonly string[]): boolean;
  /** Whether `style="display:none"` hides. */
  readsStyles: boolean;
  /** Whether hidden elements are in the outline, marked as such. */
  keepsHidden: boolean;
}

const NO_CLASSES: readonly string[] = [];
const DISPLAY_NONE = /(?:^|[;\s])display\s*:\s*none/i;

/** Lists the elements and texts of a tree. The walk keeps its own stack, since hostile trees are deep. */
export function outlineOf<Node>(
  tree: FullTreeAdapter<Node>,
  root: Node,
  options: OutlineOptions,
): OutlineItem<Node>[] {
  const outline: OutlineItem<Node>[] = [];
  const stack: { children: ArrayLike<Node>; next: number; parent: number }[] = [
    { children: tree.childNodes(root), next: 0, parent: -1 },
  ];
  for (let frame = stack[0]; frame !== undefined; frame = stack.at(-1)) {
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
  options: OutlineOptions,
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
  const classes = isHtml ? readClasses(tree.attribute(node, "class")) : NO_CLASSES;
  const hidesItself = isHtml && hides(tree, node, options) && !options.isPanel(localName, classes);
  if (hidesItself && !options.keepsHidden) return undefined;
  const name = isHtml ? localName : FOREIGN;
  return { node, name, text: "", classes, parent, end, isPre, isHidden: hidesItself || isInHidden };
}

function hides<Node>(tree: FullTreeAdapter<Node>, element: Node, options: OutlineOptions): boolean {
  if (tree.isHidden(element)) return true;
  return options.readsStyles && DISPLAY_NONE.test(tree.attribute(element, "style") ?? "");
}
