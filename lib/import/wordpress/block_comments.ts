import type { Counts } from "./counts.ts";
import { htmlTokens } from "./html_tokens.ts";
import type { Steps } from "./steps.ts";

/** Content without the comments of the editors. */
export interface WithoutComments {
  html: string;
  /** True for content of the block editor, which has its paragraph tags. */
  hasBlocks: boolean;
  /** The content before `<!--more-->`. */
  teaser?: string;
}

/** Options of {@link withoutComments}. */
export interface CommentOptions {
  /** Returns the content of a synced pattern. */
  patternOf: (id: string) => string | undefined;
  /** HTML of the post's footnotes. Undefined if they cannot be read. */
  footnotes?: string | undefined;
  /** Counts blocks without content, which WordPress renders from other data. */
  dynamicBlocks: Counts;
}

const blockStart = /^<!--\s{1,100}(\/?)wp:([a-z][a-z0-9_-]{0,99}(?:\/[a-z][a-z0-9_-]{0,99})?)(?=\s)/;
const reference = /"ref":(\d{1,20})/;
const maxPatternDepth = 5;
/** Maximum length of the patterns in a post. A pattern can contain other patterns. */
const maxPatternLength = 1_000_000;

/**
 * Removes the comments of the block editor, and `<!--more-->` and `<!--nextpage-->`. Inserts synced patterns. Other
 * comments stay.
 */
export function* withoutComments(content: string, options: CommentOptions): Steps<WithoutComments> {
  const remover = new CommentRemover(options);
  yield* remover.add(content, 0);
  const { parts, hasBlocks, teaserEnd } = remover;
  const result = { html: parts.join(""), hasBlocks };
  return teaserEnd === undefined ? result : { ...result, teaser: parts.slice(0, teaserEnd).join("") };
}

class CommentRemover {
  readonly parts: string[] = [];
  hasBlocks = false;
  teaserEnd: number | undefined;
  readonly #options: CommentOptions;
  #patternLength = 0;
  /** True after the first block of footnotes. Further ones would multiply their length. */
  #hasFootnotes = false;

  constructor(options: CommentOptions) {
    this.#options = options;
  }

  *add(content: string, depth: number): Steps<void> {
    let wasRemoved = false;
    for (const { kind, text } of htmlTokens(content)) {
      yield;
      const isRemoved = kind === "comment" && (yield* this.#isRemoved(text, depth));
      // The line end after a removed comment belongs to the comment.
      if (!isRemoved) this.parts.push(wasRemoved && this.hasBlocks ? text.replace(/^\n/, "") : text);
      wasRemoved = isRemoved;
    }
  }

  *#isRemoved(comment: string, depth: number): Steps<boolean> {
    if (/^<!--more(?: [^>]*)?-->$/.test(comment)) {
      if (depth === 0) this.teaserEnd ??= this.parts.length;
      return true;
    }
    if (comment === "<!--noteaser-->") return true;
    if (comment === "<!--nextpage-->") {
      this.parts.push("\n\n");
      return true;
    }
    const [, slash, name] = blockStart.exec(comment) ?? [];
    if (name === undefined) return false;
    this.hasBlocks = true;
    if (slash === "" && comment.endsWith("/-->")) yield* this.#addDynamic(name, comment, depth);
    return true;
  }

  *#addDynamic(name: string, comment: string, depth: number): Steps<void> {
    const { footnotes } = this.#options;
    if (name === "footnotes" && footnotes !== undefined) {
      if (!this.#hasFootnotes) this.parts.push(footnotes);
      this.#hasFootnotes = true;
      return;
    }
    const [, id] = name === "block" ? (reference.exec(comment) ?? []) : [];
    const pattern = id === undefined || depth >= maxPatternDepth ? undefined : this.#options.patternOf(id);
    if (pattern === undefined || this.#patternLength + pattern.length > maxPatternLength) {
      this.#options.dynamicBlocks.add(name);
      return;
    }
    this.#patternLength += pattern.length;
    yield* this.add(pattern, depth + 1);
  }
}
