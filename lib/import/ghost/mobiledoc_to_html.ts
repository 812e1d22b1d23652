import { escapeHtml, startTag } from "../markup/escape_html.ts";
import type { CardLosses } from "./card_losses.ts";
import { cardToHtml } from "./card_to_html.ts";
import { EditorContentError } from "./editor_content_error.ts";
import { HeadingIds } from "./heading_ids.ts";
import { type JsonObject, listOf, objectOf, textOf } from "./json_value.ts";
import { parseEditorContent } from "./parse_editor_content.ts";

/** Kinds of sections, and kinds of markers, in Mobiledoc 0.3. */
const section = { markup: 1, image: 2, list: 3, card: 10 } as const;
const atom = 1;

/** Maximum nesting of inline elements. The text of deeper elements is kept. */
const maxDepth = 100;
/** Maximum number of attributes of an inline element. */
const maxAttributes = 10;
/** Maximum length of the HTML. Sections can refer to one card many times. */
const maxHtmlLength = 20_000_000;

const blockTags: ReadonlySet<string> = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote"]);
const inlineTags: ReadonlySet<string> = new Set([
  "a",
  "b",
  "strong",
  "i",
  "em",
  "s",
  "del",
  "u",
  "code",
  "sub",
  "sup",
  "mark",
  "small",
  "span",
]);
const inlineAttributes: ReadonlySet<string> = new Set(["href", "rel", "target", "title"]);

/**
 * Converts the content of Ghost's Mobiledoc editor (version 0.3) to HTML.
 *
 * @param losses counts the cards that are not kept with all their content
 * @throws {EditorContentError} if the text is not Mobiledoc 0.3
 */
export function mobiledocToHtml(text: string, losses: CardLosses): string {
  const mobiledoc = parseEditorContent(text);
  const version = textOf(mobiledoc["version"]) ?? "";
  if (!Array.isArray(mobiledoc["sections"])) throw new EditorContentError("it has no sections");
  if (!/^0\.3(?:\.|$)/.test(version)) {
    throw new EditorContentError(`its version must be 0.3, but is ${JSON.stringify(version.slice(0, 20))}`);
  }
  return new MobiledocRenderer(mobiledoc, losses).render();
}

class MobiledocRenderer {
  readonly #mobiledoc: JsonObject;
  readonly #losses: CardLosses;
  readonly #ids = new HeadingIds();
  readonly #parts: string[] = [];
  /** HTML of the rendered cards by index. Sections can refer to one card many times. */
  readonly #cards = new Map<number, string>();
  #length = 0;

  constructor(mobiledoc: JsonObject, losses: CardLosses) {
    this.#mobiledoc = mobiledoc;
    this.#losses = losses;
  }

  render(): string {
    const sections = [...listOf(this.#mobiledoc["sections"])];
    if (this.#isEmptyParagraph(sections.at(-1))) sections.pop();
    for (const one of sections) this.#section(listOf(one));
    return this.#parts.join("");
  }

  #write(html: string): void {
    this.#length += html.length;
    if (this.#length > maxHtmlLength) {
      throw new EditorContentError(
        `its HTML is longer than ${maxHtmlLength.toLocaleString("en")} characters`,
      );
    }
    this.#parts.push(html);
  }

  #section([kind, ...rest]: readonly unknown[]): void {
    if (kind === section.markup) this.#block(textOf(rest[0]) ?? "p", listOf(rest[1]));
    else if (kind === section.image) this.#write(startTag("img", { src: textOf(rest[0]) ?? "", alt: "" }));
    else if (kind === section.list) this.#list(textOf(rest[0]) === "ol" ? "ol" : "ul", listOf(rest[1]));
    else if (kind === section.card) this.#write(this.#card(Number(rest[0])));
    else this.#losses.add("unknown", `section ${String(kind)}`);
  }

  #block(found: string, markers: readonly unknown[]): void {
    const name = found.toLowerCase();
    if (name === "aside") {
      this.#write('<blockquote class="kg-blockquote-alt">');
      this.#inline(markers);
      this.#write("</blockquote>");
      return;
    }
    const tag = blockTags.has(name) ? name : name === "pull-quote" ? "blockquote" : "p";
    const id = /^h\d$/.test(tag) ? this.#ids.next(textOfMarkers(markers)) : undefined;
    this.#write(startTag(tag, { id }));
    this.#inline(markers);
    this.#write(`</${tag}>`);
  }

  #list(tag: string, items: readonly unknown[]): void {
    this.#write(`<${tag}>`);
    for (const markers of items) {
      this.#write("<li>");
      this.#inline(listOf(markers));
      this.#write("</li>");
    }
    this.#write(`</${tag}>`);
  }

  #card(index: number): string {
    const known = this.#cards.get(index);
    if (known !== undefined) return known;
    const [name, payload] = listOf(listOf(this.#mobiledoc["cards"])[index]);
    const html = cardToHtml(textOf(name) ?? "", objectOf(payload) ?? {}, this.#losses);
    this.#cards.set(index, html);
    return html;
  }

  #inline(markers: readonly unknown[]): void {
    /** End tags of the open elements. Elements that are not rendered have an empty end tag. */
    const open: string[] = [];
    for (const marker of markers) {
      const [kind, opened, closed, value] = listOf(marker);
      for (const index of listOf(opened)) open.push(this.#open(Number(index), open.length));
      if (kind === atom) this.#atom(listOf(listOf(this.#mobiledoc["atoms"])[Number(value)]));
      else this.#write(escapeHtml(textOf(value) ?? ""));
      const count = Math.min(Number(closed) || 0, open.length);
      for (let index = 0; index < count; index++) this.#write(open.pop() ?? "");
    }
    this.#write(open.toReversed().join(""));
  }

  /** Writes the start tag of a markup, and returns its end tag. */
  #open(index: number, depth: number): string {
    const [found, attributes] = listOf(listOf(this.#mobiledoc["markups"])[index]);
    const tag = (textOf(found) ?? "").toLowerCase();
    if (!inlineTags.has(tag) || depth >= maxDepth) return "";
    this.#write(startTag(tag, attributesOf(listOf(attributes))));
    return `</${tag}>`;
  }

  /** Ghost's editor keeps a paragraph without text at the end. */
  #isEmptyParagraph(found: unknown): boolean {
    const [kind, tag, markers] = listOf(found);
    if (kind !== section.markup || tag !== "p" || !Array.isArray(markers)) return false;
    return markers.every((marker) => {
      const [type, , , value] = listOf(marker);
      if (type !== atom) return (textOf(value) ?? "").trim() === "";
      return listOf(listOf(this.#mobiledoc["atoms"])[Number(value)])[0] === "soft-return";
    });
  }

  #atom([name, text]: readonly unknown[]): void {
    this.#write(name === "soft-return" ? "<br>" : escapeHtml(textOf(text) ?? ""));
  }
}

/** Reads a list of names and values in turn. */
function attributesOf(pairs: readonly unknown[]): Record<string, string> {
  const found: [string, string][] = [];
  for (let index = 0; index + 1 < Math.min(pairs.length, 2 * maxAttributes); index += 2) {
    const name = (textOf(pairs[index]) ?? "").toLowerCase();
    if (inlineAttributes.has(name)) found.push([name, textOf(pairs[index + 1]) ?? ""]);
  }
  return Object.fromEntries(found);
}

function textOfMarkers(markers: readonly unknown[]): string {
  return markers
    .map((marker) => (listOf(marker)[0] === atom ? " " : (textOf(listOf(marker)[3]) ?? "")))
    .join("");
}
