import { EntryList } from "../entry_list.ts";
import type { FaqEntry } from "../faq_entry.ts";
import { isPermalinkText } from "../permalink.ts";
import type { Settings } from "../settings.ts";
import { TextSink } from "../text_sink.ts";

const IDLE = 0;
const QUESTION = 1;
const ANSWER = 2;
/** All text is wanted, and there are no entries. */
const WHOLE = 3;

/**
 * Makes entries of what the parser opens and closes, or one text of it all. Where elements are is told by a depth, the
 * number of open elements.
 */
export class Collector {
  /** {@link closed} must be called as soon as the depth is less than this. */
  watch = 0;
  /** Whether no entry is wanted any more. */
  isFull = false;
  /** Text goes here; it is taken in only where {@link wantsText} says so. */
  readonly sink: TextSink = new TextSink();
  readonly #settings: Settings;
  readonly #list: EntryList;
  #state = IDLE;
  #question = "";
  /** In a question, the depth within the heading; in an answer, that of the siblings. */
  #depth = 0;
  /** The depth within the outermost hidden element, or 0. */
  #hiddenDepth = 0;
  /** The depth within the outermost link of a heading, or of what follows one in its wrapper, or 0. */
  #linkDepth = 0;
  /** Whether something but permalinks is known to follow a heading in its wrapper, so that this is the answer. */
  #hasContent = true;

  constructor(settings: Settings, takesAll = false) {
    if (takesAll) this.#state = WHOLE;
    this.#settings = settings;
    this.#list = new EntryList(settings.maxEntries);
  }

  get entries(): FaqEntry[] {
    return this.#list.entries;
  }

  /** Whether the parser is in what gives nothing. */
  get isHidden(): boolean {
    return this.#hiddenDepth !== 0;
  }

  /** Whether the parser is in a heading that may be a question. */
  get isInQuestion(): boolean {
    return this.#state === QUESTION;
  }

  /** Whether text beside the elements after a heading is of interest: it makes them the answer. */
  get looksForContent(): boolean {
    return this.#state === ANSWER && !this.#hasContent && this.#hiddenDepth === 0 && this.#linkDepth === 0;
  }

  /** Notes that there is text beside the elements after a heading. */
  noteContent(): void {
    this.#hasContent = true;
  }

  /** Whether the text of an element at this depth is part of a question or an answer. */
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

  /** Notes that a hidden element was opened; the depth is that within it. */
  openedHidden(depth: number): void {
    if (this.#hiddenDepth !== 0) return;
    this.#hiddenDepth = depth;
    this.watch = depth;
  }

  /** Notes that a heading is opened, which ends an answer; the depth is that within it. */
  openedHeading(depth: number, mayBeQuestion: boolean): void {
    if (this.#state === ANSWER) this.#endAnswer();
    if (this.#state === WHOLE || !mayBeQuestion || this.isFull) return;
    this.#state = QUESTION;
    this.#depth = depth;
    this.watch = depth;
    this.sink.clear();
  }

  /** Notes that a link is opened; the depth is that within it. */
  openedLink(depth: number): void {
    if (this.#linkDepth !== 0 || this.#hiddenDepth !== 0) return;
    if (this.looksForContent) this.#findContent();
    if (this.#state !== QUESTION && !this.looksForContent) return;
    this.#linkDepth = depth;
    this.sink.startPart();
    this.watch = depth;
  }

  /** Notes that an element was closed whose depth was watched; the depth is that without it. */
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
    // The end closes every wrapper, and after the last of them is nothing.
    if (!this.#hasContent && this.#depth > 0) this.sink.clear();
    this.#endAnswer();
  }

  /** The text of the link is the current part. */
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
    this.#question = this.sink.take();
    const isQuestion = this.#settings.questionMarks.some((mark) => this.#question.endsWith(mark));
    this.#state = isQuestion ? ANSWER : IDLE;
    if (isQuestion) this.#startAnswer(depth);
  }

  #startAnswer(depth: number): void {
    this.#depth = depth;
    this.#hasContent = !this.#settings.unwrapHeadings;
    this.sink.clear();
  }

  /** The current part is the text after the heading and the permalinks that follow it. */
  #findContent(): void {
    if (this.sink.readPart() !== "") this.#hasContent = true;
  }

  /** Ends the answer with the element that the heading is in, or looks for it after that. */
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
