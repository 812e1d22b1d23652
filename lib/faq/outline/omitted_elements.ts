import { questionKey } from "../entry_list.ts";
import type { FullSettings } from "../options/full_settings.ts";
import type { FullTreeAdapter } from "../tree/tree_adapter.ts";
import { isPermalinkText } from "../text/permalink.ts";
import { PageParts } from "../clean/page_parts.ts";
import { isBesideWords } from "./words_beside.ts";
import type { Outline, OutlineItem } from "./outline.ts";
import { textOfRange } from "./text_visitor.ts";
import type { Skip } from "./walk_range.ts";

/** Class names of text for screen readers only. Source: Bootstrap, Tailwind, WordPress, GitHub. */
const SCREEN_READER_CLASSES = new Set(["sr-only", "screen-reader-text", "visually-hidden", "visuallyhidden"]);

/** Maximum number of items read to recognize a footnote mark or a button's label. */
const SHORT = 20;

const BRACKETED = /^\[(?:\d{1,4}|[a-z]{1,2}|note \d{1,4})\]$/i;
const COPY_WORDS = /\b(?:copy|copied|clipboard)\b/i;

/** Returns true if an element is decoration (`aria-hidden`) or text for screen readers only. */
function isForScreenReaders<Node>(tree: FullTreeAdapter<Node>, item: OutlineItem<Node>): boolean {
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
function isCopyButton<Node>(
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

/** Beginnings of permalink texts and labels. */
const PHRASES = [
  "permalink",
  "permanent link",
  "link to this",
  "link to the",
  "link to heading",
  "link to section",
  "direct link to",
  "copy link",
  "anchor",
  "section titled",
  "navigate to",
];

/** Signs of permalinks, and characters of icon fonts. */
const SIGNS = /^(?:[#¶§†⚓∞❡☍⛓🔗\s\ue000-\uf8ff]|\ufe0f)*$/u;

/** Returns true if a link's text or label identifies it as a permalink. */
function isPermalinkLabel(text: string): boolean {
  const start = text.slice(0, 30).trim().toLowerCase();
  return PHRASES.some((phrase) => start.startsWith(phrase));
}

/** Decides which elements do not belong to a title or an answer. */
export class OmittedElements<Node> {
  readonly #tree: FullTreeAdapter<Node>;
  readonly #outline: Outline<Node>;
  readonly #settings: FullSettings;
  /** The parts of the page that are left out; `undefined` without `clean`. */
  readonly parts: PageParts<Node> | undefined;

  constructor(tree: FullTreeAdapter<Node>, outline: Outline<Node>, settings: FullSettings) {
    this.#tree = tree;
    this.#outline = outline;
    this.#settings = settings;
    this.parts = settings.isClean ? new PageParts(tree, outline) : undefined;
  }

  /** Skips elements that do not belong to a title. `rest` is the title's text without links to fragments. */
  inTitle(rest: string | undefined): Skip<Node> {
    const isPermalink = this.#outermost((link, at) => this.isPermalink(link, at, rest));
    return (item, at) => this.#isAuxiliary(item, at) || isPermalink(item, at);
  }

  /** Skips elements that do not belong to a title, and all links to fragments. */
  withoutFragmentLinks(): Skip<Node> {
    return (item, at) => this.#isAuxiliary(item, at) || this.#isFragmentLink(item);
  }

  /** Skips elements that do not belong to an answer. */
  inAnswer(question: string): Skip<Node> | undefined {
    const isPart = this.parts?.skip();
    if (!this.#settings.isVisibleOnly && isPart === undefined) return undefined;
    const isPermalink = this.#outermost((link, at) => this.#isPermalinkInAnswer(link, at, question));
    if (!this.#settings.isVisibleOnly) return (item, at) => isPart?.(item, at) || isPermalink(item, at);
    const isCopy = this.#outermostButton();
    return (item, at) =>
      isFootnoteMark(this.#tree, this.#outline, item, at) ||
      isCopy(item, at) ||
      isPermalink(item, at) ||
      isPart?.(item, at) === true;
  }

  /** Returns true if a link in or after a title is a permalink, by rule 3 or by its label. */
  isPermalink(link: OutlineItem<Node>, at: number, title: string | undefined): boolean {
    const { isVisibleOnly, isClean, questionMarks } = this.#settings;
    if (isPermalinkText(textOfRange(this.#outline, at, link.end), questionMarks)) return true;
    return (isVisibleOnly || isClean) && this.#isVisiblePermalink(link, at, title);
  }

  /** Returns true if a link is a permalink. Links in sentences, and symbols with a link to their definition, are text. */
  #isPermalinkInAnswer(link: OutlineItem<Node>, at: number, question: string): boolean {
    if (!this.#isVisiblePermalink(link, at, question)) return false;
    const isSign = SIGNS.test(textOfRange(this.#outline, at, link.end));
    return isSign || !isBesideWords(this.#outline, link, at);
  }

  #isVisiblePermalink(link: OutlineItem<Node>, at: number, title: string | undefined): boolean {
    // If the title has no other text, the link is the title.
    if (title === undefined || title === "" || !this.#isFragmentLink(link)) return false;
    if (isPermalinkLabel(this.#tree.attribute(link.node, "aria-label") ?? "")) return true;
    const visible = textOfRange(this.#outline, at, link.end, (item) => isForScreenReaders(this.#tree, item));
    if (isPermalinkText(visible, this.#settings.questionMarks) || isPermalinkLabel(visible)) return true;
    return questionKey(visible) === questionKey(title);
  }

  #isFragmentLink(item: OutlineItem<Node>): boolean {
    return item.name === "a" && (this.#tree.attribute(item.node, "href") ?? "").includes("#");
  }

  #isAuxiliary(item: OutlineItem<Node>, at: number): boolean {
    if (!this.#settings.isVisibleOnly) return false;
    return isForScreenReaders(this.#tree, item) || isFootnoteMark(this.#tree, this.#outline, item, at);
  }

  /** Applies a decision to outermost links only, so that the text of nested links is read once. */
  #outermost(decides: (link: OutlineItem<Node>, at: number) => boolean): Skip<Node> {
    let end = 0;
    return (item, at) => {
      if (item.name !== "a" || at < end) return false;
      end = item.end;
      return decides(item, at);
    };
  }

  #outermostButton(): Skip<Node> {
    let end = 0;
    return (item, at) => {
      if (at < end || !isCopyButton(this.#tree, this.#outline, item, at)) return false;
      end = item.end;
      return true;
    };
  }
}
