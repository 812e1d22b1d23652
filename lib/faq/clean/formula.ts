import type { FullTreeAdapter } from "../tree/tree_adapter.ts";
import type { Outline, OutlineItem } from "../outline/outline.ts";

/** Class names of formulas. Source: the output of KaTeX, MathJax 2, and MediaWiki's Math extension. */
const FORMULA_CLASSES = new Set(
  "katex katex-display MathJax MathJax_Display MathJax_CHTML MathJax_SVG mwe-math-element".split(" "),
);
const FORMULA_ELEMENTS = new Set(["mjx-container", "math"]);
const ANNOTATIONS = new Set(["annotation", "annotation-xml"]);
const TEX = /(?:^|[/-])(?:la)?tex$/i;

/** A formula, and the part of it that is its text: the TeX of an annotation, else the MathML, else all of it. */
export interface Formula {
  readonly end: number;
  readonly from: number;
  readonly to: number;
  /** True if the part is MathML, whose annotations are not text. */
  readonly isMathMl: boolean;
}

/** Returns the formula that starts at an index. Reads all of it, so call it for outermost formulas without blocks only. */
export function formulaAt<Node>(
  tree: FullTreeAdapter<Node>,
  outline: Outline<Node>,
  item: OutlineItem<Node>,
  at: number,
): Formula | undefined {
  const isFormula =
    FORMULA_ELEMENTS.has(tree.elementName(item.node) ?? "") ||
    item.classes.some((name) => FORMULA_CLASSES.has(name));
  if (!isFormula) return undefined;
  let math: { at: number; end: number } | undefined;
  for (let inner = at; inner < item.end; inner++) {
    const part = outline[inner];
    if (part === undefined) break;
    const name = tree.elementName(part.node);
    if (name === "math") math ??= { at: inner, end: part.end };
    const isTex = name === "annotation" && TEX.test(tree.attribute(part.node, "encoding") ?? "");
    if (isTex && part.end > inner + 1) return { end: item.end, from: inner, to: part.end, isMathMl: false };
  }
  const { at: from, end: to } = math ?? { at, end: item.end };
  return { end: item.end, from, to, isMathMl: math !== undefined };
}

/** Returns true if an item of a formula is not part of its text. */
export function isRepeated<Node>(
  tree: FullTreeAdapter<Node>,
  { from, to, isMathMl }: Formula,
  { node, end }: OutlineItem<Node>,
  at: number,
): boolean {
  if (end <= from || at >= to) return true;
  return isMathMl && ANNOTATIONS.has(tree.elementName(node) ?? "");
}
