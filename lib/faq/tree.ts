import { itemsAtOnce, runStepsSync, type Steps } from "../base/yielding.ts";
import { QUESTION_HEADINGS } from "./tree/elements.ts";
import { EntryList } from "./entry_list.ts";
import type { FaqEntry } from "./faq_entry.ts";
import { isPermalinkText } from "./text/permalink.ts";
import type { Settings } from "./options/settings.ts";
import { questionOf } from "./questions/question_text.ts";
import { isHeading, isIgnored, isPre, writeText } from "./text/text.ts";
import { TextSink } from "./text/text_sink.ts";
import type { TreeAdapter } from "./tree/tree_adapter.ts";

/** A node's position among its siblings. */
interface Place<Node> {
  siblings: ArrayLike<Node>;
  index: number;
  /** True if the siblings are in a `pre`. */
  isPre: boolean;
}

/**
 * Returns the FAQ entries of a tree. This is the definition of the rules, and the scanner must return the same entries.
 *
 * Decisions that the rules leave open:
 *
 * - A heading in an element that rule 2 ignores is not a question and does not end an answer. Any value of `hidden`
 *   hides, including `until-found`.
 * - An answer consists of sibling _elements_. Bare text between them becomes a space.
 * - A heading inside a heading is the next heading in document order, so the outer heading has no answer.
 * - Headings, links, blocks, `br` and `pre` are HTML elements. SVG or MathML elements with these names do not count.
 * - In a `pre`, a line feed is a line break, even if the heading is also in the `pre`. Spaces are ordinary white space.
 * - A link that contains a heading is not a permalink.
 * - Of nested links, which only scripts create, the outermost decides whether it is a permalink.
 */
export function faqEntriesOfTree<Node>(tree: TreeAdapter<Node>, root: Node, settings: Settings): FaqEntry[] {
  return runStepsSync(faqStepsOfTree(tree, root, settings));
}

/** Returns the entries of {@link faqEntriesOfTree}, and yields after every 2,000 nodes outside of questions and answers. */
export function* faqStepsOfTree<Node>(
  tree: TreeAdapter<Node>,
  root: Node,
  settings: Settings,
): Steps<FaqEntry[]> {
  const rules = new Rules(tree, settings);
  const list = new EntryList(settings);
  for (const path of headingsIn(tree, root)) {
    if (path === undefined) yield;
    const place = path?.at(-1);
    const question = place && rules.questionAt(place);
    if (path === undefined || place === undefined || question === undefined) continue;
    const end = settings.unwrapHeadings ? yield* rules.unwrapped(path) : place;
    list.add(question, yield* rules.answerAt(end));
    if (list.isFull) break;
  }
  return list.entries;
}

/**
 * Yields every heading in document order, as the places of its ancestors and itself. Reuses the same array. Yields undefined after every
 * 2,000 nodes.
 */
function* headingsIn<Node>(
  tree: TreeAdapter<Node>,
  root: Node,
): Generator<readonly Place<Node>[] | undefined> {
  let nodes = 0;
  const path: Place<Node>[] = [{ siblings: tree.childNodes(root), index: -1, isPre: false }];
  let place = path[0];
  while (place !== undefined) {
    if (++nodes % itemsAtOnce === 0) yield undefined;
    const node = place.siblings[++place.index];
    if (node === undefined) {
      path.pop();
      place = path.at(-1);
      continue;
    }
    const name = tree.elementName(node);
    if (name === undefined || isIgnored(tree, node, name)) continue;
    if (isHeading(tree, node, name)) yield path;
    place = { siblings: tree.childNodes(node), index: -1, isPre: place.isPre || isPre(tree, node, name) };
    path.push(place);
  }
}

class Rules<Node> {
  readonly #tree: TreeAdapter<Node>;
  readonly #settings: Settings;
  readonly #sink = new TextSink();
  readonly #skipLink = (link: Node): boolean => this.#isPermalink(link);

  constructor(tree: TreeAdapter<Node>, settings: Settings) {
    this.#tree = tree;
    this.#settings = settings;
  }

  /** Returns the text of an h2 or h3 if it ends with a question mark (rule 1, first half). */
  questionAt({ siblings, index, isPre }: Place<Node>): string | undefined {
    const heading = siblings[index];
    if (heading === undefined || !QUESTION_HEADINGS.has(this.#tree.elementName(heading) ?? ""))
      return undefined;
    // Rule 3: permalinks do not belong to the text of a heading.
    const isWhole = writeText(this.#tree, this.#tree.childNodes(heading), this.#sink, {
      skipLink: this.#skipLink,
      isPre,
    });
    const question = this.#sink.take();
    return isWhole ? questionOf(question, this.#settings) : undefined;
  }

  /** Returns the text of the sibling elements up to the next heading (rule 1, second half). */
  *answerAt({ siblings, index, isPre }: Place<Node>): Steps<string> {
    for (let at = index + 1; at < siblings.length; at++) {
      if ((at - index) % itemsAtOnce === 0) yield;
      const sibling = siblings[at];
      if (sibling === undefined) break;
      const text = this.#tree.textData(sibling);
      if (text === undefined) {
        if (!writeText(this.#tree, [sibling], this.#sink, { isPre })) break;
      } else if (text !== "") {
        this.#sink.space();
      }
    }
    return this.#sink.take();
  }

  /** Returns the place of the outermost wrapper that has the heading as its last content (rule 5, `unwrapHeadings`). */
  *unwrapped(path: readonly Place<Node>[]): Steps<Place<Node>> {
    let depth = path.length - 1;
    let place = path[depth];
    while (depth > 0 && place !== undefined && this.#isLastContent(place)) {
      place = path[--depth];
      if (depth % itemsAtOnce === 0) yield;
    }
    return place ?? { siblings: [], index: 0, isPre: false };
  }

  #isLastContent({ siblings, index }: Place<Node>): boolean {
    const isWhole = writeText(this.#tree, siblings, this.#sink, {
      from: index + 1,
      skipLink: this.#skipLink,
    });
    return this.#sink.take() === "" && isWhole;
  }

  #isPermalink(link: Node): boolean {
    const sink = new TextSink();
    const isWhole = writeText(this.#tree, [link], sink);
    return isWhole && isPermalinkText(sink.take(), this.#settings.questionMarks);
  }
}
