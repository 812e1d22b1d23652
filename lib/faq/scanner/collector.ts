import { EntryList } from "../entry_list.ts";
import type { FaqEntry } from "../faq_entry.ts";
import { isPermalinkText } from "../text/permalink.ts";
import type { Settings } from "../options/settings.ts";
import { questionOf } from "../questions/question_text.ts";
import { TextSink } from "../text/text_sink.ts";

const IDLE = 0;
const QUESTION = 1;
const ANSWER = 2;
/** Collects all text, and no entries. */
const WHOLE = 3;

interface CollectorOptions {
  /** True to collect all text, and no entries. */
  collectsAll?: boolean;
  omitsRuby?: boolean;
}

/**
 * Builds entries, or one text, from the elements that the parser opens and closes. A depth is a number of open elements
 * and identifies a position.
 */
export class Collector {
  /** The watched depth: {@link closed} must be called as soon as the depth is less than this. */
  watch = 0;
  /** True if the maximum number of entries is reached. */
  isFull = false;
  /** True if the annotations of `ruby` count as hidden. */
  readonly omitsRuby: boolean;
  /** Receives text. Write to it only if {@link wantsText} returns true. */
  readonly sink: TextSink = new TextSink();
  readonly #settings: Settings;
  readonly #list: EntryList;
  #state = IDLE;
  #question = "";
  /** In a question, the depth within the heading; in an answer, the depth of the siblings. */
  #depth = 0;
  /** The depth within the outermost hidden element, or 0. */
  #hiddenDepth = 0;
  /** The depth within the outermost link in a heading, or after a heading in its wrapper; or 0. */
  #linkDepth = 0;
  /** True if content other than permalinks follows the heading in its wrapper. That content is the answer. */
  #hasContent = true;

  constructor(settings: Settings, { collectsAll = false, omitsRuby = false }: CollectorOptions = {}) {
    this.omitsRuby = omitsRuby;
    if (collectsAll) this.#state = WHOLE;
    this.#settings = settings;
    this.#list = new EntryList(settings);
  }

  get entries(): FaqEntry[] {
    return this.#list.entries;
  }

  /** True if the parser is in a hidden element. */
  get isHidden(): boolean {
    return this.#hiddenDepth !== 0;
  }

  /** True if the parser is in a heading that can be a question. */
  get isInQuestion(): boolean {
    return this.#state === QUESTION;
  }

  /** True if bare text after the heading still decides whether the answer is in the same wrapper. */
  get looksForContent(): boolean {
    return this.#state === ANSWER && !this.#hasContent && this.#hiddenDepth === 0 && this.#linkDepth === 0;
  }

  /** Notes bare text after a heading. */
  noteContent(): void {
    this.#hasContent = true;
  }

  /** Returns true if text at this depth is part of a question or an answer. */
  wantsText(depth: number): boolean {
    if (this.#state === IDLE || this.#hiddenDepth !== 0) return false;
    if (this.#state !== ANSWER || depth > this.#depth) return true;
    this.sink.space();
    return false;
  }

  /** Notes a line break. */
  lineBreak(): void {
    if (this.#hiddenDepth === 0) this.sink.lineBreak();
  }

  /** Notes that a hidden element was opened; `depth` is the depth within it. */
  openedHidden(depth: number): void {
    if (this.#hiddenDepth !== 0) return;
    this.#hiddenDepth = depth;
    this.watch = depth;
  }

  /** Notes that a heading was opened, which ends an answer; `depth` is the depth within it. */
  openedHeading(depth: number, canBeQuestion: boolean): void {
    if (this.#state === ANSWER) this.#endAnswer();
    if (this.#state === WHOLE || !canBeQuestion || this.isFull) return;
    this.#state = QUESTION;
    this.#depth = depth;
    this.watch = depth;
    this.sink.clear();
  }

  /** Notes that a link was opened; `depth` is the depth within it. */
  openedLink(depth: number): void {
    if (this.#linkDepth !== 0 || this.#hiddenDepth !== 0) return;
    if (this.looksForContent) this.#findContent();
    if (this.#state !== QUESTION && !this.looksForContent) return;
    this.#linkDepth = depth;
    this.sink.startPart();
    this.watch = depth;
  }

  /** Notes that the element at the watched depth was closed; `depth` is the depth after closing. */
  closed(depth: number): void {
    if (this.#hiddenDepth !== 0) this.#hiddenDepth = 0;
    else if (this.#linkDepth !== 0) this.#endLink();
    else if (this.#state === QUESTION) this.#endQuestion(depth);
    else this.#endWrapper(depth);
    this.watch = this.#linkDepth !== 0 ? this.#linkDepth : this.#state === IDLE ? 0 : this.#depth;
  }

  /** Notes the end of the input. */
  end(): void {
    if (this.#state !== ANSWER) return;
    if (this.#linkDepth !== 0) this.#endLink();
    if (!this.#hasContent) this.#findContent();
    // The end of the input closes every wrapper, so no content follows the last one.
    if (!this.#hasContent && this.#depth > 0) this.sink.clear();
    this.#endAnswer();
  }

  /** Ends a link, whose text is the current part. */
  #endLink(): void {
    this.#linkDepth = 0;
    const isPermalink = isPermalinkText(this.sink.readPart(), this.#settings.questionMarks);
    if (this.#state === ANSWER) {
      this.#hasContent = !isPermalink;
      this.sink.startPart();
    } else if (isPermalink) {
      this.sink.dropPart();
    }
  }

  #endQuestion(depth: number): void {
    const question = questionOf(this.sink.take(), this.#settings);
    this.#state = question === undefined ? IDLE : ANSWER;
    if (question === undefined) return;
    this.#question = question;
    this.#startAnswer(depth);
  }

  #startAnswer(depth: number): void {
    this.#depth = depth;
    this.#hasContent = !this.#settings.unwrapHeadings;
    this.sink.clear();
  }

  /** Notes content if the current part, the text after the heading and its permalinks, is not empty. */
  #findContent(): void {
    if (this.sink.readPart() !== "") this.#hasContent = true;
  }

  /** Ends the answer with the heading's wrapper, or continues after the wrapper if it had no content. */
  #endWrapper(depth: number): void {
    if (!this.#hasContent) this.#findContent();
    if (this.#hasContent) this.#endAnswer();
    else this.#startAnswer(depth);
  }

  #endAnswer(): void {
    this.#list.add(this.#question, this.sink.take());
    this.isFull = this.#list.isFull;
    this.#state = IDLE;
    this.#linkDepth = 0;
    this.watch = 0;
  }
}
