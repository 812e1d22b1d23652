import { parse5Adapter } from "./tree/parse5_adapter.ts";
import { parseInBody, parseInSteps, wordsAdapter } from "./tree/parse5_tree.ts";
import { isPermalinkText } from "./text/permalink.ts";
import { BLOCK_ELEMENTS } from "./tree/elements.ts";
import { isHeading, isIgnored, isPre, writeText } from "./text/text.ts";
import { TextSink } from "./text/text_sink.ts";
import { itemsAtOnce, runStepsSync } from "../base/yielding.ts";

/** The text of HTML up to its first heading, or from one heading to the next. */
export interface HtmlSection {
  /** Text of the heading. Left out for the text before the first heading. */
  heading?: string;
  /** Text of the heading with its annotations and footnote marks, as in a FAQ entry. Left out if it is the same. */
  fullHeading?: string;
  /** Name of the place in the page: the `id` of the heading, of a link in it, or of the `section` that it begins. */
  fragment?: string;
  text: string;
}

type Node = ReturnType<typeof parseInBody>;

interface Frame {
  children: ArrayLike<Node>;
  index: number;
  isBlock: boolean;
  isPre: boolean;
  /** `id` of a `section` whose first heading has not come yet. */
  fragment: string | undefined;
}

const tree: typeof parse5Adapter = {
  ...wordsAdapter,
  isHidden: (element) => wordsAdapter.isHidden(element) || isFootnoteMark(element),
};

/**
 * Splits the visible text of HTML at its headings, h1 to h6, without annotations of `ruby` and footnote marks. Any string is valid input. A heading in a different heading belongs to it.
 *
 * @param html the HTML, read as a fragment in `body`
 */
export function htmlSections(html: string): HtmlSection[] {
  return runStepsSync(sectionsOfTree(parseInBody(html)));
}

/** Splits HTML as {@link htmlSections} does, and yields after every 8,192 characters of HTML and every 2,000 nodes. */
export function* htmlSectionSteps(html: string): Generator<void, HtmlSection[]> {
  return yield* sectionsOfTree(yield* parseInSteps(html));
}

function* sectionsOfTree(root: Node): Generator<void, HtmlSection[]> {
  const sections: HtmlSection[] = [];
  const sink = new TextSink();
  let section: HtmlSection = { text: "" };
  const end = (next: HtmlSection): void => {
    section.text = sink.take();
    if (section.text !== "" || section.heading !== undefined) sections.push(section);
    section = next;
  };
  const stack: Frame[] = [frameOf(root, { isBlock: false, isPre: false })];
  let frame = stack[0];
  let nodes = 0;
  while (frame !== undefined) {
    if (++nodes % itemsAtOnce === 0) yield;
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
      if (isHeading(tree, node, name)) {
        end(sectionOf(node, frame));
        continue;
      }
      const isBlock = tree.isHtml(node) && BLOCK_ELEMENTS.has(name);
      if (isBlock || (tree.isHtml(node) && name === "br")) sink.lineBreak();
      frame = frameOf(node, { isBlock, isPre: frame.isPre || isPre(tree, node, name) });
      if (name === "section") frame.fragment = tree.attribute(node, "id");
      stack.push(frame);
    }
  }
  end(section);
  return sections;
}

function frameOf(node: Node, { isBlock, isPre: isInPre }: Pick<Frame, "isBlock" | "isPre">): Frame {
  return { children: tree.childNodes(node), index: 0, isBlock, isPre: isInPre, fragment: undefined };
}

function sectionOf(heading: Node, frame: Frame): HtmlSection {
  const text = headingText(tree, heading);
  const full = headingText(parse5Adapter, heading);
  const fragment = tree.attribute(heading, "id") || fragmentInside(heading) || frame.fragment;
  frame.fragment = undefined;
  const section: HtmlSection = { heading: text, text: "", ...(full === text ? {} : { fullHeading: full }) };
  return fragment === undefined || fragment === "" ? section : { ...section, fragment };
}

function headingText(adapter: typeof tree, heading: Node): string {
  const sink = new TextSink();
  writeText(adapter, tree.childNodes(heading), sink, { throughHeadings: true, skipLink: isPermalink });
  return sink.take();
}

/** Returns true if an element is a `sup` with a link in the page. Its number is not part of the word before it. */
function isFootnoteMark(element: Node): boolean {
  if (tree.elementName(element) !== "sup") return false;
  return Array.from(tree.childNodes(element)).some((child) => tree.attribute(child, "href")?.startsWith("#"));
}

function isPermalink(link: Node): boolean {
  const sink = new TextSink();
  writeText(tree, [link], sink, { throughHeadings: true });
  return isPermalinkText(sink.take(), []);
}

/** Returns the `id` or `name` of a child of a heading, as older generators write it. */
function fragmentInside(heading: Node): string | undefined {
  const children = tree.childNodes(heading);
  for (let at = 0; at < children.length; at++) {
    const child = children[at];
    const name = child && tree.elementName(child);
    if (child === undefined || name === undefined) continue;
    const fragment =
      tree.attribute(child, "id") || (name === "a" ? tree.attribute(child, "name") : undefined);
    if (fragment !== undefined && fragment !== "") return fragment;
  }
  return undefined;
}
