import type { Audience } from "../values/audience.ts";
import { blockTexts } from "./block_texts.ts";
import type { Counts } from "../values/counts.ts";
import { htmlTokens } from "./markup/html_tokens.ts";
import { isPaywall, isRestrictedBlock } from "./restrictions/restricted_blocks.ts";
import { headingOf } from "./text_parts.ts";
import { withoutRestrictedShortcodes } from "./restrictions/restricted_shortcodes.ts";
import type { Steps } from "../../base/yielding.ts";

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
  /** Returns a synced pattern. */
  patternOf: (id: string) => Pattern | undefined;
  /**
   * Returns the HTML of the post's footnotes, only of those that a content refers to if it is given. Undefined if they
   * cannot be read. Default: they cannot be read.
   */
  footnotes?: ((content?: string) => string | undefined) | undefined;
  audience: Audience;
  /** Counts blocks without content, which WordPress renders from other data. */
  dynamicBlocks: Counts;
  /** Counts texts in attributes of blocks whose place is unknown. */
  attributeTexts: Counts;
}

/** A synced pattern: its content, or the reason why WordPress shows nobody the pattern. */
export type Pattern = { content: string } | { restriction: string };

const blockStart = /^<!--\s{1,100}(\/?)wp:([a-z][a-z0-9_-]{0,99}(?:\/[a-z][a-z0-9_-]{0,99})?)(?=\s)/;
const reference = /"ref":(\d{1,20})/;
/** Characters of a block's HTML in which its texts are looked up. */
const savedLength = 5000;
const maxPatternDepth = 5;
/** Maximum length of the patterns in a post. A pattern can contain other patterns. */
const maxPatternLength = 1_000_000;

/**
 * Removes the comments of the block editor, and `<!--more-->` and `<!--nextpage-->`. Inserts synced patterns. Leaves out
 * the parts that not everybody reads. Other comments stay.
 */
export function* withoutComments(content: string, options: CommentOptions): Steps<WithoutComments> {
  const remover = new CommentRemover(options);
  yield* remover.add(content, 0);
  remover.addFootnotes();
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
  /** Index of the part for the footnotes. Further blocks of footnotes would multiply their length. */
  #canListFootnotes: boolean | undefined;
  #footnotesAt: number | undefined;
  /** True after a paywall. */
  #hasEnded = false;
  /** Open blocks that have the titles of the blocks inside. */
  readonly #titles: { parent: string; titles: string[] }[] = [];

  constructor(options: CommentOptions) {
    this.#options = options;
  }

  *add(content: string, depth: number): Steps<void> {
    let wasRemoved = false;
    /** The open block that is left out, and the number of blocks of its name that are open. */
    let leftOut: { name: string; open: number } | undefined;
    const all = yield* withoutRestrictedShortcodes(content, this.#options.audience);
    let end = 0;
    for (const { kind, text } of htmlTokens(all)) {
      yield;
      end += text.length;
      if (this.#hasEnded) return;
      if (leftOut !== undefined) {
        leftOut.open += kind === "comment" ? blocksOpenedBy(text, leftOut.name) : 0;
        if (leftOut.open === 0) leftOut = undefined;
        wasRemoved = true;
        continue;
      }
      const restricted = kind === "comment" ? this.#restrictedBlock(text) : undefined;
      if (restricted !== undefined) {
        const open = blocksOpenedBy(text, restricted);
        if (open > 0) leftOut = { name: restricted, open };
        wasRemoved = true;
        continue;
      }
      const isRemoved =
        kind === "comment" && (yield* this.#isRemoved(text, depth, all.slice(end, end + savedLength)));
      // The line end after a removed comment belongs to the comment.
      if (!isRemoved) this.parts.push(wasRemoved && this.hasBlocks ? text.replace(/^\n/, "") : text);
      wasRemoved = isRemoved;
    }
  }

  /** Inserts the footnotes of the parts that are kept. */
  addFootnotes(): void {
    if (this.#footnotesAt === undefined) return;
    const { audience, footnotes } = this.#options;
    this.parts[this.#footnotesAt] =
      footnotes?.(audience.hasLostParts ? this.parts.join("") : undefined) ?? "";
  }

  /** Returns the name of the block that a comment opens if not everybody reads the block. */
  #restrictedBlock(comment: string): string | undefined {
    const [, slash, name] = blockStart.exec(comment) ?? [];
    if (name === undefined || slash === "/") return undefined;
    const endsPost = isPaywall(name);
    if (!endsPost && !isRestrictedBlock(name, comment)) return undefined;
    this.hasBlocks = true;
    this.#hasEnded = endsPost;
    this.#options.audience.leaveOut(endsPost ? `all after the block ${name}` : `the block ${name}`);
    return name;
  }

  *#isRemoved(comment: string, depth: number, after: string): Steps<boolean> {
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
    const isEmpty = comment.endsWith("/-->");
    if (slash === "/") this.#endTitles(name);
    else if (!this.#addTexts(name, comment, isEmpty ? undefined : after) && isEmpty)
      yield* this.#addDynamic(name, comment, depth);
    return true;
  }

  /** Adds the texts that a block has only in its attributes. Returns true if it has some. */
  #addTexts(name: string, comment: string, after: string | undefined): boolean {
    const open = this.#titles.at(-1);
    const title = open !== undefined && open.parent !== name ? open.titles.shift() : undefined;
    if (title !== undefined) this.parts.push(headingOf(title));
    if (!comment.includes("{")) return false;
    const saved = after?.split(`<!-- /wp:${name} `, 1)[0];
    const { html, childTitles, leftOut } = blockTexts(name, comment, saved);
    if (html !== "") this.parts.push(html);
    if (childTitles.length > 0) this.#titles.push({ parent: name, titles: [...childTitles] });
    for (const attribute of leftOut) this.#options.attributeTexts.add(`${name} (${attribute})`);
    return html !== "";
  }

  /** Counts the titles of a block that has fewer blocks inside. */
  #endTitles(name: string): void {
    if (this.#titles.at(-1)?.parent !== name) return;
    const left = this.#titles.pop()?.titles.length ?? 0;
    if (left > 0) this.#options.attributeTexts.add(`${name} (titles)`, left);
  }

  *#addDynamic(name: string, comment: string, depth: number): Steps<void> {
    const { audience, dynamicBlocks, footnotes, patternOf } = this.#options;
    if (name === "footnotes" && (this.#canListFootnotes ??= footnotes?.() !== undefined)) {
      this.#footnotesAt ??= this.parts.push("") - 1;
      return;
    }
    const [, id] = name === "block" ? (reference.exec(comment) ?? []) : [];
    const pattern = id === undefined || depth >= maxPatternDepth ? undefined : patternOf(id);
    if (pattern !== undefined && "restriction" in pattern) {
      audience.leaveOut(`the pattern ${id}, which ${pattern.restriction}`);
      return;
    }
    if (pattern === undefined || this.#patternLength + pattern.content.length > maxPatternLength) {
      dynamicBlocks.add(name);
      return;
    }
    this.#patternLength += pattern.content.length;
    yield* this.add(pattern.content, depth + 1);
  }
}

/** Returns 1 for a comment that opens a block of a name, -1 for the end of the block, and else 0. */
function blocksOpenedBy(comment: string, opened: string): number {
  const [, slash, name] = blockStart.exec(comment) ?? [];
  if (name !== opened || (slash === "" && comment.endsWith("/-->"))) return 0;
  return slash === "/" ? -1 : 1;
}
