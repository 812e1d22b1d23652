import { itemsAtOnce, type Steps } from "../../base/yielding.ts";
import type { FullSettings } from "../options/full_settings.ts";
import { type Outline, type OutlineItem, TEXT } from "../outline/outline.ts";
import { nextIndexes } from "../outline/next_indexes.ts";
import { textOfRange } from "../outline/text_visitor.ts";
import type { OmittedElements } from "../outline/omitted_elements.ts";
import type { Question } from "../questions/find_questions.ts";
import { isHeadingName } from "../questions/title.ts";

/** A part of an answer. */
export interface AnswerRange {
  readonly from: number;
  readonly to: number;
  /** The parent whose own text nodes become a space; `undefined` if all text counts. */
  readonly bareParent: number | undefined;
}

/** Finds the answers to questions. Answers do not overlap, so reading all of them takes linear time. */
export class AnswerRanges<Node> {
  readonly #outline: Outline<Node>;
  readonly #settings: FullSettings;
  readonly #omitted: OmittedElements<Node>;
  /** Maps each index to the next question at or after it. */
  readonly #nextQuestion: Int32Array;
  /** Maps each index to the next question or heading at or after it. */
  readonly #nextStop: Int32Array;

  constructor(
    outline: Outline<Node>,
    questions: readonly Question[],
    omitted: OmittedElements<Node>,
    settings: FullSettings,
  ) {
    this.#outline = outline;
    this.#settings = settings;
    this.#omitted = omitted;
    // A panel ends an answer, because attributes can link it to a question elsewhere.
    const starts = new Set(questions.flatMap(({ at, panel }) => [at, panel]));
    this.#nextQuestion = nextIndexes(outline.length, (at) => starts.has(at));
    this.#nextStop = nextIndexes(
      outline.length,
      (at) => starts.has(at) || isHeadingName(outline[at]?.name ?? ""),
    );
  }

  /** Returns the parts of the answer in order, in steps. */
  *of(question: Question): Steps<AnswerRange[]> {
    const end = this.#end(question.at);
    const parentEnd = this.#parentEnd(question.at);
    const { answer } = question.title;
    if (answer === "siblings") return [yield* this.#siblings(question)];
    if (answer === "panel") return [this.#upToQuestion(question.panel + 1, this.#end(question.panel))];
    if (answer === "details") return [this.#upToQuestion(end, parentEnd)];
    return this.#definitions(end, parentEnd);
  }

  *#siblings({ at, text }: Question): Steps<AnswerRange> {
    const isUnwrapped = this.#settings.unwrapHeadings || (yield* this.#hasPartsOnly(at, text));
    const place = isUnwrapped ? yield* this.#unwrapped(at, text) : at;
    const from = this.#end(place);
    const parent = this.#outline[place]?.parent ?? -1;
    return {
      from,
      to: Math.min(this.#parentEnd(place), this.#stopAfter(from, at)),
      bareParent: this.#settings.bareText ? undefined : parent,
    };
  }

  /** Returns the index at which an answer ends. Reads no further than the next question, so all answers take linear time. */
  #stopAfter(from: number, title: number): number {
    const next = this.#nextStop[from] ?? from;
    if (!this.#settings.endsAtSameLevel) return next;
    const level = levelOf(this.#outline[title]);
    const question = this.#nextQuestion[from] ?? from;
    for (let at = next; at < question; at = this.#nextStop[at + 1] ?? question) {
      if (levelOf(this.#outline[at]) <= level) return at;
    }
    return question;
  }

  #upToQuestion(from: number, end: number): AnswerRange {
    return { from, to: Math.min(end, this.#nextQuestion[from] ?? from), bareParent: undefined };
  }

  /** Returns the sibling `dd` elements up to the next `dt` or question. */
  #definitions(from: number, parentEnd: number): AnswerRange[] {
    const ranges: AnswerRange[] = [];
    const to = Math.min(parentEnd, this.#nextQuestion[from] ?? from);
    for (let at = from; at < to; at = this.#end(at)) {
      const name = this.#outline[at]?.name;
      if (name === "dt") break;
      if (name === "dd") ranges.push({ from: at, to: Math.min(to, this.#end(at)), bareParent: undefined });
    }
    return ranges;
  }

  /** Returns the outermost wrapper that has the title as its last content (rule 5, `unwrapHeadings`). */
  *#unwrapped(title: number, question: string): Steps<number> {
    let place = title;
    for (let level = 1; ; level++) {
      if (level % itemsAtOnce === 0) yield;
      const parent = this.#outline[place]?.parent ?? -1;
      if (parent === -1 || !(yield* this.#isLastContent(place, question))) return place;
      place = parent;
    }
  }

  /** Returns true if only parts that `clean` leaves out follow a title in its wrapper, as in MediaWiki's `.mw-heading`. */
  *#hasPartsOnly(title: number, question: string): Steps<boolean> {
    if (this.#omitted.parts === undefined || !(yield* this.#isLastContent(title, question))) return false;
    return textOfRange(this.#outline, this.#end(title), this.#parentEnd(title)) !== "";
  }

  *#isLastContent(place: number, question: string): Steps<boolean> {
    const end = this.#parentEnd(place);
    const from = this.#end(place);
    if ((this.#nextStop[from] ?? end) < end) return false;
    for (let at = from, read = 1; at < end; read++) {
      if (read % itemsAtOnce === 0) yield;
      const item = this.#outline[at];
      if (item === undefined) break;
      if (item.name === TEXT && textOfRange(this.#outline, at, at + 1) !== "") return false;
      at = this.#isOmitted(item, at, question) ? item.end : at + 1;
    }
    return true;
  }

  #isOmitted(item: OutlineItem<Node>, at: number, question: string): boolean {
    if (item.name === "a" && this.#omitted.isPermalink(item, at, question)) return true;
    return this.#omitted.parts?.kindAt(item, at) !== undefined;
  }

  #end(index: number): number {
    return this.#outline[index]?.end ?? this.#outline.length;
  }

  #parentEnd(index: number): number {
    return this.#end(this.#outline[index]?.parent ?? -1);
  }
}

/** Returns 1 to 6 for headings. A bold paragraph is below all of them. */
function levelOf<Node>(item: OutlineItem<Node> | undefined): number {
  return item !== undefined && isHeadingName(item.name) ? Number(item.name.slice(1)) : 7;
}
