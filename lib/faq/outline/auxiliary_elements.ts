import type { FullTreeAdapter } from "../tree/tree_adapter.ts";
import type { Outline, OutlineItem } from "./outline.ts";
import { textOfRange } from "./text_visitor.ts";

/** Class names of text for screen readers only. Source: Bootstrap, Tailwind, WordPress, GitHub. */
const SCREEN_READER_CLASSES = new Set(["sr-only", "screen-reader-text", "visually-hidden", "visuallyhidden"]);

/** Maximum number of items read to recognize a footnote mark or a button's label. */
const SHORT = 20;

const BRACKETED = /^\[(?:\d{1,4}|[a-z]{1,2}|note \d{1,4})\]$/i;
const COPY_WORDS = /\b(?:copy|copied|clipboard)\b/i;

/** Returns true if an element is decoration (`aria-hidden`) or text for screen readers only. */
export function isForScreenReaders<Node>(tree: FullTreeAdapter<Node>, item: OutlineItem<Node>): boolean {
  if (item.classes.some((name) => SCREEN_READER_CLASSES.has(name))) return true;
  return tree.elementName(item.node) !== undefined && tree.attribute(item.node, "aria-hidden") === "true";
}

/** Returns true if an element is a footnote mark: a `sup` with a link to a fragment or with text like `[1]`. */
export function isFootnoteMark<Node>(
  tree: FullTreeAdapter<Node>,
  outline: Outline<Node>,
  item: OutlineItem<Node>,
  at: number,
): boolean {
  if (item.name === "a") {
    return item.classes.includes("footnote-ref") || tree.attribute(item.node, "role") === "doc-noteref";
  }
  if (item.name !== "sup" || item.end - at > SHORT) return false;
  for (let inner = at + 1; inner < item.end; inner++) {
    const link = outline[inner];
    if (link?.name === "a" && tree.attribute(link.node, "href")?.includes("#") === true) return true;
  }
  return BRACKETED.test(textOfRange(outline, at, item.end));
}

/** Returns true if an element is a copy button, judging by its class, label or text. */
export function isCopyButton<Node>(
  tree: FullTreeAdapter<Node>,
  outline: Outline<Node>,
  item: OutlineItem<Node>,
  at: number,
): boolean {
  if (item.name === "clipboard-copy") return true;
  if (item.name !== "button") return false;
  const labels = ["aria-label", "title", "class"].map((name) => tree.attribute(item.node, name) ?? "");
  if (labels.some((label) => COPY_WORDS.test(label))) return true;
  return item.end - at <= SHORT && COPY_WORDS.test(textOfRange(outline, at, item.end));
}
