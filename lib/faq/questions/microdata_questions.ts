import type { OutlineItem } from "../outline/outline.ts";
import type { FullTreeAdapter } from "../tree/tree_adapter.ts";

/** A microdata item. */
interface Item {
  /** True for a question. Its title is the element with its name. */
  readonly isQuestion: boolean;
  /** The question of which the item is the accepted answer. */
  readonly question?: Item;
  /** The index of the element with the name. */
  title?: number;
  /** True if the text of the answer is known. */
  hasText?: boolean;
}

const QUESTION = /^https?:\/\/(?:www\.)?schema\.org\/question\/?$/i;
const SPACE = /[\t\n\f\r ]+/;
/** Longest list of properties or types that is read. */
const LONGEST_LIST = 1000;

/**
 * Finds questions and answers that are marked up as microdata. The `name` of an item of the type `Question` is the question. The
 * `text` of its `acceptedAnswer` is the answer.
 *
 * Source: WHATWG HTML, 5.2 "Encoding microdata"; schema.org, "Question" and "acceptedAnswer".
 */
export class MicrodataQuestions<Node> {
  /** Maps the index of each name to the index of the answer. */
  readonly panels: Map<number, number> = new Map();
  readonly #tree: FullTreeAdapter<Node>;
  /** The items that the children of elements belong to. */
  readonly #items: (Item | undefined)[] = [];

  constructor(tree: FullTreeAdapter<Node>) {
    this.#tree = tree;
  }

  /** Returns true if an element is an answer or its text. Call it for each visible or hidden element in document order. */
  isPanel(element: OutlineItem<Node>, at: number): boolean {
    const item = this.#items[element.parent];
    if (item === undefined || element.name === "meta") return false;
    const properties = this.#list(element, "itemprop");
    const isAnswer = item.isQuestion && properties.includes("acceptedAnswer");
    const question = isAnswer ? item : properties.includes("text") ? item.question : undefined;
    if (question?.title === undefined) return false;
    if (isAnswer ? this.panels.has(question.title) : question.hasText === true) return false;
    question.hasText = !isAnswer;
    this.panels.set(question.title, at);
    return true;
  }

  /** Notes an element after {@link isPanel}, if it is visible. */
  note(element: OutlineItem<Node>, at: number): void {
    const around = this.#items[element.parent];
    const { node } = element;
    const isItem =
      this.#tree.attribute(node, "itemscope") !== undefined ||
      this.#tree.attribute(node, "itemtype") !== undefined;
    const properties = around === undefined ? [] : this.#list(element, "itemprop");
    const isName = element.name !== "meta" && !isItem && properties.includes("name");
    if (around?.isQuestion === true && isName) around.title ??= at;
    this.#items[at] = isItem ? this.#itemOf(element, at, around) : around;
  }

  #itemOf(element: OutlineItem<Node>, at: number, around: Item | undefined): Item {
    const isQuestion = this.#list(element, "itemtype").some((type) => QUESTION.test(type));
    const isAnswer = around?.title !== undefined && this.panels.get(around.title) === at;
    return isAnswer && !isQuestion ? { isQuestion, question: around } : { isQuestion };
  }

  #list({ node }: OutlineItem<Node>, attribute: string): readonly string[] {
    return (this.#tree.attribute(node, attribute) ?? "").slice(0, LONGEST_LIST).split(SPACE);
  }
}
