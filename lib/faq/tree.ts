import { QUESTION_HEADINGS } from "./elements.ts";
import { EntryList } from "./entry_list.ts";
import type { FaqEntry } from "./faq_entry.ts";
import { isPermalinkText } from "./permalink.ts";
import type { Settings } from "./settings.ts";
import { givesNothing, isHeading, isPre, writeText } from "./text.ts";
import { TextSink } from "./text_sink.ts";
import type { TreeAdapter } from "./tree_adapter.ts";

/** Where a node is: its place among its siblings, below the place of its parent. */
interface Place<Node> {
  siblings: ArrayLike<Node>;
  index: number;
  /** Whether the siblings are in a `pre`. */
  isPre: boolean;
}

/**
 * The FAQ entries of a tree. This is the definition of the rules; the scanner must answer the same.
 *
 * What the rules leave open is decided so:
 *
 * - What gives nothing by rule 2 is not there: a heading in a `hidden` element is no question and ends no answer. Any
 *   value of `hidden` hides, `until-found` too.
 * - An answer is made of sibling _elements_. A text between them gives nothing but a space.
 * - A heading inside a heading is the next heading in document order, so the outer one has no answer.
 * - Headings, links, blocks, `br` and `pre` are those of HTML; elements of that name in SVG or MathML are not.
 * - In `pre`, even where the heading itself is in it, a line feed is a line break. Spaces are white space like any other.
 * - A link with a heading in it is no permalink.
 * - Of links within links, which only scripts make, the outermost decides whether it is a permalink.
 */
export function faqEntriesOfTree<Node>(tree: TreeAdapter<Node>, root: Node, settings: Settings): FaqEntry[] {
  const rules = new Rules(tree, settings);
  const list = new EntryList(settings.maxEntries);
  for (const path of headingsIn(tree, root)) {
    const place = path[path.length - 1];
    const question = place && rules.questionAt(place);
    if (place === undefined || question === undefined) continue;
    list.add(question, rules.answerAt(settings.unwrapHeadings ? rules.unwrapped(path) : place));
    if (list.isFull) break;
  }
  return list.entries;
}

/** Every heading in document order, as the places of its ancestors and itself. The array is one, and changes. */
function* headingsIn<Node>(tree: TreeAdapter<Node>, root: Node): Generator<readonly Place<Node>[]> {
  const path: Place<Node>[] = [{ siblings: tree.childNodes(root), index: -1, isPre: false }];
  let place = path[0];
  while (place !== undefined) {
    const node = place.siblings[++place.index];
    if (node === undefined) {
      path.pop();
      place = path.at(-1);
      continue;
    }
    const name = tree.elementName(node);
    if (name === undefined || givesNothing(tree, node, name)) continue;
    if (isHeading(tree, node, name)) yield path;
    place = { siblings: tree.childNodes(node), index: -1, isPre: place.isPre || isPre(tree, node, name) };
    path.push(place);
  }
}

class Rules<Node> {
  readonly #tree: TreeAdapter<Node>;
  readonly #settings: Settings;
  readonly #sink = new TextSink();
  readonly #leaveOutLink = (link: Node): boolean => this.#isPermalink(link);

  constructor(tree: TreeAdapter<Node>, settings: Settings) {
    this.#tree = tree;
    this.#settings = settings;
  }

  /** Rule 1, first half: the text of the heading, if it is an h2 or h3 and its text ends with a question mark. */
  questionAt({ siblings, index, isPre }: Place<Node>): string | undefined {
    const heading = siblings[index];
    if (heading === undefined || !QUESTION_HEADINGS.has(this.#tree.elementName(heading) ?? ""))
      return undefined;
    // Rule 3: the text of a heading is without its permalinks.
    const isWhole = writeText(this.#tree, this.#tree.childNodes(heading), this.#sink, {
      leaveOutLink: this.#leaveOutLink,
      isPre,
    });
    const question = this.#sink.take();
    const isQuestion = this.#settings.questionMarks.some((mark) => question.endsWith(mark));
    return isWhole && isQuestion ? question : undefined;
  }

  /** Rule 1, second half: the text of the sibling elements after the heading, up to the next heading. */
  answerAt({ siblings, index, isPre }: Place<Node>): string {
    for (let at = index + 1; at < siblings.length; at++) {
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

  /** Rule 5, `unwrapHeadings`: the place of the outermost wrapper whose last content the heading is. */
  unwrapped(path: readonly Place<Node>[]): Place<Node> {
    let depth = path.length - 1;
    let place = path[depth];
    while (depth > 0 && place !== undefined && this.#isLastContent(place)) place = path[--depth];
    return place ?? { siblings: [], index: 0, isPre: false };
  }

  #isLastContent({ siblings, index }: Place<Node>): boolean {
    const isWhole = writeText(this.#tree, siblings, this.#sink, {
      from: index + 1,
      leaveOutLink: this.#leaveOutLink,
    });
    return this.#sink.take() === "" && isWhole;
  }

  #isPermalink(link: Node): boolean {
    const sink = new TextSink();
    const isWhole = writeText(this.#tree, [link], sink);
    return isWhole && isPermalinkText(sink.take(), this.#settings.questionMarks);
  }
}
