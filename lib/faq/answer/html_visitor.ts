import { withoutInvisible } from "../../base/text/format_characters.ts";
import { CLASSES, SPACE as WHITE_SPACE } from "../text/character_classes.ts";
import { BLOCK_ELEMENTS } from "../tree/elements.ts";
import type { FullTreeAdapter } from "../tree/tree_adapter.ts";
import type { OutlineItem } from "../outline/outline.ts";
import type { AnswerVisitor } from "./answer_text.ts";
import { type ElementChain, extendChain, isWrittenBlock, type WrittenElement } from "./element_chain.ts";

const PROTOCOLS = new Set(["http:", "https:", "mailto:"]);
const STARTS_ABSOLUTE = /^\s*(?:https?:|mailto:)/i;

/**
 * Returns a link's normalized URL if it is absolute and uses http, https or mailto. Percent-encodes `"`, `<` and `>`.
 */
function linkTarget(href: string | undefined): string | undefined {
  if (href === undefined || !STARTS_ABSOLUTE.test(href)) return undefined;
  const url = parseUrl(href);
  if (url === undefined || !PROTOCOLS.has(url.protocol)) return undefined;
  return url.href.replaceAll('"', "%22").replaceAll("<", "%3C").replaceAll(">", "%3E");
}

function parseUrl(href: string): URL | undefined {
  try {
    return new URL(href);
  } catch {
    return undefined;
  }
}

/** Separators between two texts. The greater value wins. */
const NOTHING = 0;
const SPACE = 1;
const CELL = 2;
const BREAK = 3;

const SEPARATORS = ["", " ", " | ", "<br>"];
const CELLS = new Set(["td", "th"]);

interface Frame {
  readonly chain: ElementChain;
  readonly isInCell: boolean;
  /** The separator after the element. */
  readonly edge: number;
}

/**
 * Writes an answer as HTML, using only elements that search engines read. An element opens with its first text, so the
 * output has no empty elements.
 */
export class HtmlVisitor<Node> implements AnswerVisitor<Node> {
  readonly #tree: FullTreeAdapter<Node>;
  readonly #stack: Frame[] = [{ chain: [], isInCell: false, edge: NOTHING }];
  #open: ElementChain = [];
  #html = "";
  #pending = NOTHING;
  #count = 0;

  constructor(tree: FullTreeAdapter<Node>) {
    this.#tree = tree;
  }

  /** Returns the HTML. */
  take(): string {
    this.#pending = NOTHING;
    this.#moveTo([]);
    return this.#html;
  }

  space(): void {
    this.#separate(SPACE);
  }

  text({ text, isPre }: OutlineItem<Node>): void {
    let start = 0;
    for (let at = 0; at <= text.length; at++) {
      if (at < text.length && !isSpace(text.charCodeAt(at))) continue;
      if (start < at) this.#write(text.slice(start, at));
      if (at < text.length) this.#separate(isPre && text.charCodeAt(at) === 0x0a ? BREAK : SPACE);
      start = at + 1;
    }
  }

  enter(item: OutlineItem<Node>): boolean {
    const { chain, isInCell } = this.#top;
    const { name } = item;
    const edge = edgeOf(name, isInCell);
    this.#separate(edge);
    if (name === "br") return false;
    const isCell = CELLS.has(name);
    const extended = isInCell && isBlock(name) ? chain : extendChain(chain, this.#written(item));
    this.#stack.push({ chain: extended, isInCell: isInCell || isCell, edge });
    return true;
  }

  leave(): void {
    this.#separate(this.#stack.pop()?.edge ?? NOTHING);
  }

  get #top(): Frame {
    return this.#stack.at(-1) ?? { chain: [], isInCell: false, edge: NOTHING };
  }

  #written(item: OutlineItem<Node>): WrittenElement {
    const id = ++this.#count;
    if (item.name !== "a") return { name: item.name, id };
    const href = linkTarget(this.#tree.attribute(item.node, "href"));
    return href === undefined ? { name: "", id } : { name: "a", id, href };
  }

  #separate(separator: number): void {
    this.#pending = Math.max(this.#pending, separator);
  }

  #write(words: string): void {
    // An element without visible text would be empty.
    if (withoutInvisible(words) === "") return;
    this.#moveTo(this.#top.chain);
    this.#html += escapeHtml(words);
  }

  /** Closes and opens elements until exactly the chain is open. Writes the pending separator in between. */
  #moveTo(chain: ElementChain): void {
    let common = 0;
    while (common < chain.length && chain[common]?.id === this.#open[common]?.id) common++;
    const closed = this.#open.slice(common);
    const opened = chain.slice(common);
    for (const { name } of closed.toReversed()) this.#html += `</${name}>`;
    const isEdge = this.#html === "" || closed.some(isWrittenBlock) || opened.some(isWrittenBlock);
    if (!isEdge) this.#html += SEPARATORS[this.#pending] ?? "";
    for (const element of opened) this.#html += startTag(element);
    this.#open = chain;
    this.#pending = NOTHING;
  }
}

function isBlock(name: string): boolean {
  return BLOCK_ELEMENTS.has(name);
}

/** Returns the separator before and after an element. Inside a cell, a line break becomes a space. */
function edgeOf(name: string, isInCell: boolean): number {
  if (CELLS.has(name)) return CELL;
  if (name !== "br" && !isBlock(name)) return NOTHING;
  return isInCell ? SPACE : BREAK;
}

function startTag({ name, href }: WrittenElement): string {
  return href === undefined ? `<${name}>` : `<${name} href="${escapeHtml(href)}">`;
}

function isSpace(unit: number): boolean {
  return ((CLASSES[unit] ?? 0) & WHITE_SPACE) !== 0;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\0", "");
}
