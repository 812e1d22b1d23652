import type { FaqEntry } from "./faq_entry.ts";
import type { Settings } from "./settings.ts";
import { Body } from "./scanner/body.ts";
import { Collector } from "./scanner/collector.ts";
import { findCommentEnd, findDeclarationEnd } from "./scanner/comments.ts";
import { Foreign } from "./scanner/foreign.ts";
import { findRawTextEnd } from "./scanner/raw_text.ts";
import { TagReader } from "./scanner/tag_reader.ts";
import { kindOf, Start, STARTS, Trait, TRAITS } from "./scanner/tags.ts";
import { TextReader } from "./scanner/text_reader.ts";

const STYLE = kindOf("style");
const SCRIPT = kindOf("script");
const TEXTAREA = kindOf("textarea");
const PRE = kindOf("pre");

/** One pass over HTML. It ends with entries, or with the reason why it is not sure of them. */
export class Scanner {
  readonly #html: string;
  readonly #collector: Collector;
  readonly #body: Body;
  readonly #tag: TagReader;
  readonly #text: TextReader;
  readonly #foreign = new Foreign();
  #unsure: string | undefined;

  constructor(html: string, settings: Settings) {
    this.#html = html;
    this.#collector = new Collector(settings);
    this.#body = new Body(html, this.#collector);
    this.#tag = new TagReader(html);
    this.#text = new TextReader(html, this.#collector.sink);
  }

  /** Answers the entries, or why the tree must be asked for them. */
  scan(): FaqEntry[] | string {
    const html = this.#html;
    let at = 0;
    while (at < html.length) {
      const open = html.indexOf("<", at);
      const end = open === -1 ? html.length : open;
      if (end > at) this.#takeText(at, end);
      if (open === -1) break;
      at = this.#markup(open);
      const unsure = this.#unsure ?? this.#body.open.unsure;
      if (unsure !== undefined) return unsure;
      if (this.#collector.isFull && this.#body.isSettled) break;
    }
    this.#collector.end();
    return this.#unsure ?? this.#collector.entries;
  }

  /** Handles what starts with a `<`. Answers where it ends. */
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
    this.#takeText(open, open + 1);
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
    } else this.#body.start(tag.kind, nameStart, tag.isHidden);
    return end;
  }

  #endTag(open: number): number {
    const html = this.#html;
    const next = html.charCodeAt(open + 2);
    if (!isLetter(next)) {
      if (next === 0x3e) return open + 3;
      if (open + 2 < html.length) return findDeclarationEnd(html, open + 2);
      this.#takeText(open, html.length);
      return html.length;
    }
    const end = this.#tag.read(open + 2);
    if (end === -1) return html.length;
    if (this.#foreign.isOpen) this.#endForeign(open + 2);
    else this.#body.end(this.#tag.kind, open + 2, this.#tag.nameEnd);
    return end;
  }

  /** Handles an element whose content is text up to its end tag, whatever is in it. */
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
    if (kind === SCRIPT) this.#checkScript(start, end);
    else if (((TRAITS[kind] ?? 0) & Trait.textless) === 0) this.#takeRawText(kind, start, end);
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
      // The first line feed is not text, and a reference to it neither.
      if (this.#html.startsWith("&#", start)) this.#unsure = "reference at the start of a textarea";
      if (this.#html.startsWith("\r\n", start)) from += 2;
      else if (this.#html.startsWith("\n", start) || this.#html.startsWith("\r", start)) from += 1;
    }
    if (from < end) this.#takeText(from, end);
  }

  /** In a script, `<!--` may make a further `<script>` hide the end tag. */
  #checkScript(start: number, end: number): void {
    const comment = this.#html.indexOf("<!--", start);
    if (comment !== -1 && comment < end) this.#unsure = "comment in a script";
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
    return this.#html.slice(nameStart, this.#tag.nameEnd).toLowerCase();
  }

  #takeText(start: number, end: number): void {
    if (this.#foreign.isOpen) {
      if (this.#foreign.givesText && this.#collector.wantsText(Infinity))
        this.#text.take(start, end, this.#keepsLines);
    } else if (this.#body.isInTableStructure) {
      if (!this.#text.isSpace(start, end)) this.#unsure = "foster parenting";
    } else if (this.#collector.wantsText(this.#body.open.length)) {
      this.#text.take(start, end, this.#keepsLines);
    }
  }

  get #keepsLines(): boolean {
    return this.#body.open.count(PRE) > 0;
  }
}

function isLetter(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a);
}
