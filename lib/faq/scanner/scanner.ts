import { Body } from "./body.ts";
import type { Collector } from "./collector.ts";
import { Foreign } from "./foreign.ts";
import { findRawTextEnd } from "./raw_text.ts";
import { decodeReferences, TextReader } from "./text_reader.ts";
import { isLetter, isTagSpace, TagReader } from "./tag_reader.ts";
import { kindOf, Start, STARTS, Trait, TRAITS } from "./tags.ts";
import { TextSink } from "../text/text_sink.ts";

const SCRIPT_TAG = /<script[\t\n\f />]/i;

/**
 * Returns true if a script may hide the end tag after it, because it has `<script` in a comment (`<!--` to `-->`). That
 * `<script` needs its own end tag.
 *
 * Source: WHATWG HTML, 13.2.5.26 "Script data double escape start state".
 */
function canHideEndTag(script: string): boolean {
  let open = script.indexOf("<!--");
  while (open !== -1) {
    // The dashes of `<!-->` start and also end the comment.
    const close = script.indexOf("-->", open + 2);
    const end = close === -1 ? script.length : close;
    if (SCRIPT_TAG.test(script.slice(open + 4, end))) return true;
    open = script.indexOf("<!--", end);
  }
  return false;
}

/**
 * Returns the index after a comment whose text, after `<!--`, begins at `start`. An unclosed comment ends with the input.
 *
 * Source: WHATWG HTML, 13.2.5.43 "Comment start state" to 13.2.5.52 "Comment end bang state".
 */
function findCommentEnd(html: string, start: number): number {
  if (html.startsWith(">", start)) return start + 1;
  if (html.startsWith("->", start)) return start + 2;
  let at = html.indexOf("--", start);
  while (at !== -1) {
    const next = html.charCodeAt(at + 2);
    if (next === 0x3e) return at + 3;
    if (next === 0x21 && html.charCodeAt(at + 3) === 0x3e) return at + 4;
    at = html.indexOf("--", at + 1);
  }
  return html.length;
}

/** Returns the index after a comment, doctype or other declaration that ends at the first `>`. */
function findDeclarationEnd(html: string, start: number): number {
  const end = html.indexOf(">", start);
  return end === -1 ? html.length : end + 1;
}

const STYLE = kindOf("style");
const SCRIPT = kindOf("script");
const TEXTAREA = kindOf("textarea");
const PRE = kindOf("pre");

const ASCII = /^[!-~]*$/;

/** Scans HTML without carriage returns in one pass and feeds a collector. */
export class Scanner {
  readonly #html: string;
  readonly #collector: Collector;
  readonly #body: Body;
  readonly #tag: TagReader;
  readonly #text: TextReader;
  readonly #foreign = new Foreign();
  #unsure: string | undefined;

  constructor(html: string, collector: Collector) {
    this.#html = html;
    this.#collector = collector;
    this.#body = new Body(html, collector);
    this.#tag = new TagReader(html);
    this.#text = new TextReader(html, collector.sink);
  }

  /** Scans the source. Returns the reason why the result is uncertain, or `undefined` if it is certain. */
  scan(): string | undefined {
    const html = this.#html;
    const { open } = this.#body;
    let at = 0;
    while (at < html.length) {
      at = this.#takeText(at);
      if (at === html.length) break;
      at = this.#markup(at);
      if (this.#unsure !== undefined) return this.#unsure;
      if (open.unsure !== undefined) return open.unsure;
      if (this.#collector.isFull && this.#body.isSettled) break;
    }
    this.#collector.end();
    // The parser drops null characters in some places and replaces them in others.
    if (this.#text.hasNull || this.#tag.hasNull) return "null character";
    return this.#unsure;
  }

  /** Handles markup that starts with `<`. Returns the index after it. */
  #markup(open: number): number {
    const html = this.#html;
    const next = html.charCodeAt(open + 1);
    if (isLetter(next)) return this.#startTag(open + 1);
    if (next === 0x2f) return this.#endTag(open);
    if (next === 0x21) {
      if (html.startsWith("--", open + 2)) return findCommentEnd(html, open + 4);
      if (this.#foreign.isOpen) this.#unsure = "declaration in foreign content";
      return findDeclarationEnd(html, open + 2);
    }
    if (next === 0x3f) return findDeclarationEnd(html, open + 2);
    this.#takeLessThan(open, open + 1);
    return open + 1;
  }

  #startTag(nameStart: number): number {
    const tag = this.#tag;
    const end = tag.read(nameStart);
    if (end === -1) return this.#html.length;
    const action = STARTS[tag.kind] ?? Start.unsure;
    if (this.#foreign.isOpen || action === Start.foreign) this.#startForeign(nameStart);
    else if (action === Start.rawText || action === Start.script || action === Start.escapableText) {
      return this.#rawText(nameStart, end);
    } else this.#body.start(tag.kind, nameStart, tag.isHidden || isTextless(tag.kind));
    return end;
  }

  #endTag(open: number): number {
    const html = this.#html;
    const next = html.charCodeAt(open + 2);
    if (!isLetter(next)) {
      if (next === 0x3e) return open + 3;
      if (open + 2 < html.length) return findDeclarationEnd(html, open + 2);
      this.#takeLessThan(open, html.length);
      return html.length;
    }
    const end = this.#tag.read(open + 2);
    if (end === -1) return html.length;
    if (this.#foreign.isOpen) this.#endForeign(open + 2);
    else this.#body.end(this.#tag.kind, open + 2, this.#tag.nameEnd);
    return end;
  }

  /** Handles an element whose content is raw text up to its end tag. */
  #rawText(nameStart: number, start: number): number {
    const html = this.#html;
    const { kind, nameEnd, isHidden } = this.#tag;
    if (!this.#body.beforeRawText(kind, kind === STYLE || kind === SCRIPT)) {
      this.#unsure = "text element out of place";
      return start;
    }
    const end = findRawTextEnd(html, start, nameStart, nameEnd);
    const { open } = this.#body;
    open.push(kind, nameStart, isHidden);
    if (kind === SCRIPT) {
      if (canHideEndTag(html.slice(start, end))) this.#unsure = "script in a comment of a script";
    } else if (!isTextless(kind)) this.#takeRawText(kind, start, end);
    if (end === html.length) return end;
    const after = this.#tag.read(end + 2);
    if (after === -1) return html.length;
    open.pop();
    return after;
  }

  #takeRawText(kind: number, start: number, end: number): void {
    if (STARTS[kind] !== Start.escapableText) {
      if (start < end && this.#collector.wantsText(this.#body.open.length))
        this.#text.takeRaw(start, end, this.#keepsLines);
      return;
    }
    let from = start;
    if (kind === TEXTAREA) {
      // The first line feed is not text, and neither is a reference to it.
      if (this.#html.startsWith("&#", start)) this.#unsure = "reference at the start of a textarea";
      if (this.#html.startsWith("\n", start)) from += 1;
    }
    if (from < end && this.#collector.wantsText(this.#body.open.length))
      this.#text.take(from, end, this.#keepsLines);
  }

  #startForeign(nameStart: number): void {
    if (!this.#foreign.isOpen && !this.#body.allowsForeign) this.#unsure = "foreign content out of place";
    this.#foreign.start(this.#tagName(nameStart), this.#tag.isSelfClosing);
    this.#unsure ??= this.#foreign.unsure;
  }

  #endForeign(nameStart: number): void {
    this.#foreign.end(this.#tagName(nameStart));
    this.#unsure ??= this.#foreign.unsure;
  }

  #tagName(nameStart: number): string {
    const name = this.#html.slice(nameStart, this.#tag.nameEnd);
    // The parser lowercases only ASCII letters, and it replaces null characters.
    if (!ASCII.test(name)) this.#unsure = "foreign content";
    return name.toLowerCase();
  }

  /** Reads the text from `start` to the next `<`. Returns the index of the `<`. */
  #takeText(start: number): number {
    const html = this.#html;
    if (html.charCodeAt(start) === 0x3c) return start;
    if (this.#foreign.isOpen) {
      if (this.#foreign.givesText && this.#collector.wantsText(Infinity))
        return this.#text.takeToTag(start, this.#keepsLines);
    } else if (!this.#body.isInTableStructure) {
      if (this.#collector.wantsText(this.#body.open.length))
        return this.#text.takeToTag(start, this.#keepsLines);
      // Fast path: block tags are usually separated by one line feed.
      if (html.charCodeAt(start) === 0x0a && html.charCodeAt(start + 1) === 0x3c) return start + 1;
      // A null character is not text, so it must not become a space.
      if (html.charCodeAt(start) === 0) this.#unsure = "null character";
    }
    const found = html.indexOf("<", start);
    const end = found === -1 ? html.length : found;
    if (this.#body.isInTableStructure && !isSpace(html, start, end)) this.#unsure = "foster parenting";
    else if (this.#collector.looksForContent) this.#lookForContent(start, end);
    return end;
  }

  /** Notes content if the bare text after a heading is more than white space. */
  #lookForContent(start: number, end: number): void {
    const text = this.#html.slice(start, end);
    if (text.includes("\0")) this.#unsure = "null character";
    const sink = new TextSink();
    sink.write(decodeReferences(text));
    if (sink.take() !== "") this.#collector.noteContent();
  }

  /** Reads a `<` that does not start a tag, as text. */
  #takeLessThan(start: number, end: number): void {
    if (this.#body.isInTableStructure) this.#unsure = "foster parenting";
    const depth = this.#foreign.isOpen ? Infinity : this.#body.open.length;
    const isTaken = this.#foreign.givesText && this.#collector.wantsText(depth);
    if (isTaken) this.#text.takeRaw(start, end, this.#keepsLines);
    else if (this.#collector.looksForContent) this.#collector.noteContent();
  }

  get #keepsLines(): boolean {
    return this.#body.open.count(PRE) > 0;
  }
}

function isTextless(kind: number): boolean {
  return ((TRAITS[kind] ?? 0) & Trait.textless) !== 0;
}

/** Returns true if a text is white space as defined by the HTML parser. */
function isSpace(html: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!isTagSpace(html.charCodeAt(at))) return false;
  return true;
}

/** Normalizes line endings, which is the parser's first step (WHATWG HTML, 13.2.3.5). */
export function withLineFeeds(html: string): string {
  return html.includes("\r") ? html.replaceAll("\r\n", "\n").replaceAll("\r", "\n") : html;
}
