import { escapeHtml, startTag } from "../markup/escape_html.ts";
import type { CardLosses } from "./card_losses.ts";
import { cardToHtml } from "./card_to_html.ts";
import { EditorContentError } from "./editor_content_error.ts";
import { HeadingIds } from "./heading_ids.ts";
import { type JsonObject, listOf, objectOf } from "./json_value.ts";
import { parseEditorContent } from "./parse_editor_content.ts";

/** Bits of a text's format in Lexical, and the elements that Ghost renders them as, the outermost first. */
const formats: readonly (readonly [bit: number, tag: string])[] = [
  [1, "strong"],
  [2, "em"],
  [4, "s"],
  [8, "u"],
  [16, "code"],
  [32, "sub"],
  [64, "sup"],
  [128, "mark"],
];

/** Writes the inline content of a block. An element that two neighbors share stays open between them. */
class InlineHtml {
  #html = "";
  #open: string[] = [];

  /** @param format the bits of the text's formats */
  addText(text: string, format: number): void {
    const wanted = formats.filter(([bit]) => (format & bit) !== 0).map(([, tag]) => tag);
    const isKept = this.#open.findIndex((tag) => !wanted.includes(tag));
    this.#closeTo(isKept === -1 ? this.#open.length : isKept);
    for (const tag of wanted) {
      if (this.#open.includes(tag)) continue;
      this.#html += `<${tag}>`;
      this.#open.push(tag);
    }
    this.#html += escapeHtml(text);
  }

  /** Adds HTML without formats, such as a link. */
  addHtml(html: string): void {
    this.#closeTo(0);
    this.#html += html;
  }

  /** Adds a line break within the open elements. */
  addLineBreak(): void {
    this.#html += "<br>";
  }

  /** Returns the HTML since the last call. */
  take(): string {
    this.#closeTo(0);
    const html = this.#html;
    this.#html = "";
    return html;
  }

  #closeTo(length: number): void {
    for (const tag of this.#open.splice(length).toReversed()) this.#html += `</${tag}>`;
  }
}

/** Maximum nesting of elements. Of deeper elements only the text is kept. */
const maxDepth = 100;

const headingTag = /^h[1-6]$/;
const texts: ReadonlySet<string> = new Set(["text", "extended-text", "code-highlight", "hashtag", "tk"]);
const links: ReadonlySet<string> = new Set(["link", "autolink"]);
/** Nodes that exist only while somebody edits, such as an unfinished link. */
const editing: ReadonlySet<string> = new Set(["at-link", "at-link-search", "zwnj"]);

/**
 * Converts the content of Ghost's Lexical editor to HTML.
 *
 * @param losses counts the cards that are not kept with all their content
 * @throws {EditorContentError} if the text is not Lexical content
 */
export function lexicalToHtml(text: string, losses: CardLosses): string {
  const root = objectOf(parseEditorContent(text)["root"]);
  if (root === undefined) throw new EditorContentError("it has no root");
  return new LexicalRenderer(losses).render(root);
}

class LexicalRenderer {
  readonly #losses: CardLosses;
  readonly #ids = new HeadingIds();

  constructor(losses: CardLosses) {
    this.#losses = losses;
  }

  render(root: JsonObject): string {
    const blocks = childrenOf(root);
    // Ghost's editor keeps an empty paragraph at the end.
    const last = blocks.at(-1);
    if (last?.["type"] === "paragraph" && textWithin(last).trim() === "") blocks.pop();
    return this.#content(blocks, 1);
  }

  /** Renders the children of a node, which can be text, blocks and cards. */
  #content(nodes: readonly JsonObject[], depth: number): string {
    const parts: string[] = [];
    const inline = new InlineHtml();
    for (const node of nodes) {
      if (!this.#addInline(node, inline, depth)) parts.push(inline.take(), this.#block(node, depth));
    }
    return parts.join("") + inline.take();
  }

  /** Returns false if the node is not inline. */
  #addInline(node: JsonObject, inline: InlineHtml, depth: number): boolean {
    const type = typeOf(node);
    if (texts.has(type)) inline.addText(stringIn(node, "text"), Number(node["format"]) || 0);
    else if (type === "linebreak") inline.addLineBreak();
    else if (type === "tab") inline.addText("\t", 0);
    else if (links.has(type)) inline.addHtml(this.#link(node, depth));
    else return editing.has(type);
    return true;
  }

  #block(node: JsonObject, depth: number): string {
    if (depth > maxDepth) {
      this.#losses.add("nesting", typeOf(node));
      return escapeHtml(textWithin(node));
    }
    if (node["type"] === undefined && node["children"] === undefined) return "";
    const type = typeOf(node).replace(/^extended-/, "");
    const content = (): string => this.#content(childrenOf(node), depth + 1);
    if (type === "paragraph") return `<p>${content()}</p>`;
    if (type === "heading") return this.#heading(node, content(), depth);
    if (type === "quote") return `<blockquote>${content()}</blockquote>`;
    if (type === "aside") return `<blockquote class="kg-blockquote-alt">${content()}</blockquote>`;
    if (type === "list") return this.#list(node, depth);
    if (type === "listitem") return `<ul><li>${content()}</li></ul>`;
    if (type === "root") return content();
    return (
      cardToHtml(type, node, this.#losses) + (Array.isArray(node["children"]) ? `<p>${content()}</p>` : "")
    );
  }

  #heading(node: JsonObject, content: string, depth: number): string {
    const tag = headingTag.test(stringIn(node, "tag")) ? stringIn(node, "tag") : "h2";
    // Reading the text of nested headings at every level would take quadratic time.
    const id = depth === 1 ? this.#ids.next(textWithin(node)) : undefined;
    return `${startTag(tag, { id })}${content}</${tag}>`;
  }

  #list(node: JsonObject, depth: number): string {
    const tag = stringIn(node, "tag") === "ol" || node["listType"] === "number" ? "ol" : "ul";
    const start = Number(node["start"] ?? 1);
    const hasStart = tag === "ol" && Number.isSafeInteger(start) && start !== 1;
    const parts: string[] = [];
    let isOpen = false;
    for (const item of childrenOf(node)) {
      const children = childrenOf(item);
      // An item that begins with a list continues the item before it.
      const isNested = isOpen && children[0]?.["type"] === "list";
      if (!isNested) parts.push(isOpen ? "</li><li>" : "<li>");
      isOpen = true;
      const isItem = typeOf(item) === "listitem";
      parts.push(isItem ? this.#content(children, depth + 1) : this.#content([item], depth + 1));
    }
    const end = isOpen ? "</li>" : "";
    return `${startTag(tag, { start: hasStart ? String(start) : undefined })}${parts.join("")}${end}</${tag}>`;
  }

  #link(node: JsonObject, depth: number): string {
    if (depth > maxDepth) return escapeHtml(textWithin(node));
    const attributes = {
      href: stringIn(node, "url"),
      rel: stringIn(node, "rel") || undefined,
      target: stringIn(node, "target") || undefined,
      title: stringIn(node, "title") || undefined,
    };
    return `${startTag("a", attributes)}${this.#content(childrenOf(node), depth + 1)}</a>`;
  }
}

/** Returns the text of a node and its descendants. Does not recurse, because the nesting has no limit. */
function textWithin(node: JsonObject): string {
  const parts: string[] = [];
  const pending = [node];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next["text"] === "string") parts.push(next["text"]);
    else if (next["type"] === "linebreak") parts.push(" ");
    for (const child of childrenOf(next).toReversed()) pending.push(child);
  }
  return parts.join("");
}

function childrenOf(node: JsonObject): JsonObject[] {
  return listOf(node["children"])
    .map(objectOf)
    .filter((child) => child !== undefined);
}

function typeOf(node: JsonObject): string {
  return stringIn(node, "type");
}

function stringIn(node: JsonObject, name: string): string {
  const value = node[name];
  return typeof value === "string" ? value : "";
}
