import { BLOCK_ELEMENTS } from "../tree/elements.ts";
import type { FullTreeAdapter } from "../tree/tree_adapter.ts";
import { type Outline, type OutlineItem, TEXT } from "../outline/outline.ts";
import { isBesideWords, isInSentence } from "../outline/words_beside.ts";
import { nextIndexes } from "../outline/next_indexes.ts";
import { textOfRange } from "../outline/text_visitor.ts";
import type { Skip } from "../outline/walk_range.ts";
import { isHeadingName, isPanelOrTitle } from "../questions/title.ts";
import { type Formula, formulaAt, isRepeated } from "./formula.ts";
import { PAGE_PART_KINDS, type PagePartKind } from "./part_kinds.ts";

/** Maximum number of items of an element that is recognized by its text, and of levels between a title and a part of it. */
const SHORT = 20;
/** Maximum number of characters of an element that is recognized by its text. */
const SHORT_TEXT = 200;
/** Maximum number of items of a title that a button can be all of. */
const SHORT_TITLE = 100;
/** Number of texts that show whether an element has line numbers only. */
const TRIED_TEXTS = 5;

const LINKS = new Set(["a", "button"]);
const TITLES = new Set(["summary", "dt"]);
const WORD = /[\p{L}\p{N}]/u;
const FIRST = /[\p{L}\p{N}[(]/u;
const LAST = /[\p{L}\p{N}\p{M}\])]/u;

/** Returns a class name in kebab case and lower case. */
function kebab(name: string): string {
  const words = name.slice(0, 80).replaceAll(/([a-z])([A-Z])/g, "$1-$2");
  return words.replaceAll(/[-_]+/g, "-").toLowerCase();
}

/** Returns a short text from its first to its last letter or bracket. */
function trimmed(text: string): string {
  const units = Array.from(text);
  const last = units.findLastIndex((unit) => LAST.test(unit));
  const first = units.findIndex((unit) => FIRST.test(unit));
  return first === -1 ? "" : units.slice(first, last + 1).join("");
}

/** Recognizes the parts of a page that are not text of an answer. */
export class PageParts<Node> {
  readonly #tree: FullTreeAdapter<Node>;
  readonly #outline: Outline<Node>;
  /** For each title, true if all of its text is in page parts. */
  readonly #isAllParts = new Map<number, boolean>();
  /** Maps each index to the next block, which no formula has. */
  #nextBlock: Int32Array | undefined;

  constructor(tree: FullTreeAdapter<Node>, outline: Outline<Node>) {
    this.#tree = tree;
    this.#outline = outline;
  }

  /** Skips the parts, and all but one form of each formula. */
  skip(): Skip<Node> {
    const isFormulaPart = this.#formulas();
    return (item, at) => this.kindAt(item, at) !== undefined || isFormulaPart(item, at);
  }

  /** Returns the kind of the part that starts at an index. Its cost has a bound. */
  kindAt(item: OutlineItem<Node>, at: number): PagePartKind | undefined {
    if (item.name === TEXT) return undefined;
    const kind = this.#signAt(item, at);
    return kind === undefined || this.#stays(item, at) ? undefined : kind;
  }

  /** Finds outermost formulas that are written more than once. Call the function for the items in order: each formula is read once. */
  repeatedFormulas(): Skip<Node> {
    let end = 0;
    return (item, at) => {
      const formula = at < end ? undefined : this.#formulaAt(item, at);
      if (formula === undefined) return false;
      end = formula.end;
      const kept = textOfRange(this.#outline, at, end, (inner, index) =>
        isRepeated(this.#tree, formula, inner, index),
      );
      return textOfRange(this.#outline, at, end) !== kept;
    };
  }

  #formulas(): Skip<Node> {
    let end = 0;
    let formula: Formula | undefined;
    return (item, at) => {
      if (at >= end) {
        formula = this.#formulaAt(item, at);
        end = formula?.end ?? end;
      }
      return at < end && formula !== undefined && isRepeated(this.#tree, formula, item, at);
    };
  }

  #formulaAt(item: OutlineItem<Node>, at: number): Formula | undefined {
    if (item.name === TEXT) return undefined;
    this.#nextBlock ??= nextIndexes(this.#outline.length, (index) => {
      const name = this.#outline[index]?.name ?? "";
      return name !== "div" && BLOCK_ELEMENTS.has(name);
    });
    if ((this.#nextBlock[at] ?? item.end) < item.end) return undefined;
    return formulaAt(this.#tree, this.#outline, item, at);
  }

  #signAt(item: OutlineItem<Node>, at: number): PagePartKind | undefined {
    const role = this.#tree.attribute(item.node, "role") ?? "";
    const href = item.name === "a" ? (this.#tree.attribute(item.node, "href") ?? "") : "";
    const classes = item.classes.map(kebab);
    const text = this.#shortText(item, at);
    const words = text === undefined ? undefined : trimmed(text);
    const hasLinksOnly = text !== undefined && this.#hasLinksOnly(item, at);
    const isWithinSentence = isInSentence(this.#outline, item, at);
    const isWithWords = isBesideWords(this.#outline, item, at);
    // A link to the top often ends a paragraph. Other links beside words are part of the text.
    const isLoneLink = ({ code }: PagePartKind): boolean =>
      item.name === "a" && !(code === "navigation" ? isWithinSentence : isWithWords);
    return PAGE_PART_KINDS.find((kind) => {
      const isNamed =
        kind.elements?.has(item.name) === true ||
        kind.roles?.has(role) === true ||
        (kind.classes !== undefined && classes.some((name) => kind.classes?.test(name)));
      if (isNamed) return kind.onlyText === undefined || this.#hasOnly(kind.onlyText, item, at);
      if (isLoneLink(kind) && kind.href?.test(href) === true) return true;
      if (words === undefined || words === "") return false;
      if (isLoneLink(kind) && kind.linkText?.test(words) === true) return true;
      if (hasLinksOnly && kind.linksText?.test(words) === true) return true;
      return (!isWithinSentence || kind.isInSentences === true) && kind.text?.test(words) === true;
    });
  }

  /** Returns the text of a short element. */
  #shortText(item: OutlineItem<Node>, at: number): string | undefined {
    if (item.end - at > SHORT) return undefined;
    let length = 0;
    for (let inner = at; inner < item.end; inner++) length += this.#outline[inner]?.text.length ?? 0;
    return length > SHORT_TEXT ? undefined : textOfRange(this.#outline, at, item.end);
  }

  /** Returns true if each word of a short element is in a link or button. */
  #hasLinksOnly(item: OutlineItem<Node>, at: number): boolean {
    let linkEnd = 0;
    for (let inner = at; inner < item.end; inner++) {
      const part = this.#outline[inner];
      if (part === undefined) break;
      if (LINKS.has(part.name)) linkEnd = Math.max(linkEnd, part.end);
      if (part.name === TEXT && inner >= linkEnd && WORD.test(part.text)) return false;
    }
    // A link beside words is part of the text.
    return linkEnd > 0 && !(item.name === "a" && isBesideWords(this.#outline, item, at));
  }

  #hasOnly(pattern: RegExp, item: OutlineItem<Node>, at: number): boolean {
    let tried = 0;
    for (let inner = at + 1; inner < Math.min(item.end, at + SHORT) && tried < TRIED_TEXTS; inner++) {
      const text = this.#outline[inner]?.text.trim() ?? "";
      if (text === "") continue;
      if (!pattern.test(text)) return false;
      tried++;
    }
    return tried > 0;
  }

  /** Returns true for panels and titles of sources, and for controls that are a title, contain a heading, or are a word of a sentence. */
  #stays(item: OutlineItem<Node>, at: number): boolean {
    if (isPanelOrTitle(item.classes)) return true;
    if (item.name === "button" || this.#tree.attribute(item.node, "role") === "button") {
      if (isInSentence(this.#outline, item, at) || this.#containsHeading(item, at)) return true;
    }
    const title = this.#titleOf(item);
    return title !== -1 && this.#isPartsOnly(title);
  }

  #containsHeading(item: OutlineItem<Node>, at: number): boolean {
    const end = Math.min(item.end, at + SHORT);
    for (let inner = at + 1; inner < end; inner++) {
      if (isHeadingName(this.#outline[inner]?.name ?? "")) return true;
    }
    return false;
  }

  /** Returns the heading, summary or `dt` around an element, at most a few levels above, or -1. */
  #titleOf(item: OutlineItem<Node>): number {
    let at = item.parent;
    for (let level = 0; level < SHORT && at !== -1; level++) {
      const above = this.#outline[at];
      if (above === undefined) return -1;
      if (isHeadingName(above.name) || TITLES.has(above.name)) return at;
      at = above.parent;
    }
    return -1;
  }

  #isPartsOnly(at: number): boolean {
    const known = this.#isAllParts.get(at);
    if (known !== undefined) return known;
    const title = this.#outline[at];
    const isAll =
      title !== undefined &&
      title.end - at <= SHORT_TITLE &&
      textOfRange(this.#outline, at, title.end, (item, inner) =>
        item.name === TEXT ? false : this.#signAt(item, inner) !== undefined,
      ) === "";
    this.#isAllParts.set(at, isAll);
    return isAll;
  }
}
