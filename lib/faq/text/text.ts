import {
  BLOCK_ELEMENTS,
  HEADINGS,
  SVG_DESCRIPTIONS,
  TEXTLESS_ELEMENTS,
  UNRENDERED_ELEMENTS,
} from "../tree/elements.ts";
import type { TextSink } from "./text_sink.ts";
import type { TreeAdapter } from "../tree/tree_adapter.ts";

/** Returns true if rule 2 ignores an element with all its content, including headings. */
export function isIgnored<Node>(tree: TreeAdapter<Node>, element: Node, name: string): boolean {
  if (TEXTLESS_ELEMENTS.has(name)) return true;
  return tree.isHtml(element) ? tree.isHidden(element) : SVG_DESCRIPTIONS.has(name);
}

/** Returns true if readers see neither an element nor its content. */
export function isUnrendered<Node>(tree: TreeAdapter<Node>, element: Node, name: string): boolean {
  return UNRENDERED_ELEMENTS.has(name) || (tree.isHidden(element) && tree.isHtml(element));
}

/** Returns true if an element is an HTML heading, h1 to h6. */
export function isHeading<Node>(tree: TreeAdapter<Node>, element: Node, name: string): boolean {
  return HEADINGS.has(name) && tree.isHtml(element);
}

/** Returns true if an element is an HTML `pre`, which preserves line feeds. */
export function isPre<Node>(tree: TreeAdapter<Node>, element: Node, name: string): boolean {
  return name === "pre" && tree.isHtml(element);
}

interface Frame<Node> {
  children: ArrayLike<Node>;
  index: number;
  isBlock: boolean;
  isPre: boolean;
  isLink: boolean;
}

interface WalkOptions<Node> {
  /** If true, headings do not end the text. */
  throughHeadings?: boolean;
  /** True if the nodes are in a `pre`. */
  isPre?: boolean;
  /** The index of the first node to read. */
  from?: number;
  /** Returns true to skip an outermost link with all its content. */
  skipLink?: (link: Node) => boolean;
}

/**
 * Writes the text of nodes by rule 2, up to their first heading.
 *
 * Uses an explicit stack, because hostile trees would overflow recursion.
 *
 * @returns true at the end of the nodes; false if a heading ended the text
 */
export function writeText<Node>(
  tree: TreeAdapter<Node>,
  nodes: ArrayLike<Node>,
  sink: TextSink,
  options: WalkOptions<Node> = {},
): boolean {
  const stack: Frame<Node>[] = [
    {
      children: nodes,
      index: options.from ?? 0,
      isBlock: false,
      isPre: options.isPre ?? false,
      isLink: false,
    },
  ];
  let frame = stack[0];
  while (frame !== undefined) {
    const node = frame.children[frame.index++];
    if (node === undefined) {
      if (frame.isBlock) sink.lineBreak();
      stack.pop();
      frame = stack.at(-1);
      continue;
    }
    const name = tree.elementName(node);
    if (name === undefined) {
      const data = tree.textData(node);
      if (data !== undefined) sink.write(data, frame.isPre);
    } else if (!isIgnored(tree, node, name)) {
      if (options.throughHeadings !== true && isHeading(tree, node, name)) return false;
      const entered: Frame<Node> = enter(tree, node, name, frame, sink);
      if (entered.isLink && !frame.isLink && options.skipLink?.(node) === true) continue;
      frame = entered;
      stack.push(frame);
    }
  }
  return true;
}

function enter<Node>(
  tree: TreeAdapter<Node>,
  node: Node,
  name: string,
  parent: Frame<Node>,
  sink: TextSink,
): Frame<Node> {
  const isHtml = tree.isHtml(node);
  const isBlock = isHtml && BLOCK_ELEMENTS.has(name);
  if (isBlock || (isHtml && name === "br")) sink.lineBreak();
  return {
    children: tree.childNodes(node),
    index: 0,
    isBlock,
    isPre: parent.isPre || isPre(tree, node, name),
    isLink: parent.isLink || (isHtml && name === "a"),
  };
}
