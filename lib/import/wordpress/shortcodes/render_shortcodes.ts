import type { Attachments } from "../attachment.ts";
import { blockNames } from "../markup/block_names.ts";
import { type HtmlToken, htmlTokens, isLineBreak, textToken } from "../markup/html_tokens.ts";
import { renderShortcode, type RenderContext } from "./render_shortcode.ts";
import { shortcodeAt } from "./shortcode.ts";
import type { Steps } from "../../../base/yielding.ts";
import { TextFinder } from "../markup/text_finder.ts";
import { isBlank } from "../markup/white_space.ts";

/** Maximum depth of shortcodes in the content of shortcodes. */
const maxDepth = 5;
/** Maximum number of attachments that the galleries and playlists of a post show. */
const maxItems = 5000;

/** Renders the shortcodes of WordPress. Other shortcodes stay. A paragraph ends before a figure and continues after it. */
export function* renderShortcodes(
  html: string,
  attachments: Attachments,
  missing: (id: string) => void,
): Steps<string> {
  return yield* renderIn(html, { attachments, missing, itemsLeft: maxItems }, 0);
}

function* renderIn(html: string, context: RenderContext, depth: number): Steps<string> {
  if (!html.includes("[") || depth > maxDepth) return html;
  const finder = new TextFinder(html);
  const writer = new FigureWriter();
  let end = 0;
  let position = 0;
  for (const token of htmlTokens(html)) {
    yield;
    const start = position;
    position += token.text.length;
    if (position <= end) continue;
    if (token.kind !== "text") {
      // A shortcode can end within a tag. The rest of the tag stays.
      writer.write(start < end ? textToken(html.slice(end, position)) : token);
      continue;
    }
    let written = Math.max(start, end);
    const next = (from: number): number => finder.indexOf("[", from) ?? position;
    for (let at = next(written); at < position; at = next(Math.max(at + 1, written))) {
      yield;
      const shortcode = shortcodeAt(html, at, finder);
      if (shortcode === undefined) continue;
      const isEscaped = html[at - 1] === "[" && html[shortcode.end] === "]";
      const content = shortcode.content && (yield* renderIn(shortcode.content, context, depth + 1));
      const figure = isEscaped ? undefined : renderShortcode({ ...shortcode, content }, context);
      if (figure === undefined && !isEscaped) continue;
      writer.write(textToken(html.slice(written, isEscaped ? at - 1 : at)));
      if (figure === undefined) writer.write(textToken(html.slice(at, shortcode.end)));
      else writer.writeFigure(figure);
      end = isEscaped ? shortcode.end + 1 : shortcode.end;
      written = end;
    }
    if (written < position) writer.write(textToken(html.slice(written, position)));
  }
  return writer.toString();
}

/** Writes HTML, and ends the paragraph in which a figure is written. */
class FigureWriter {
  readonly #parts: string[] = [];
  /** Index of the start tag of the open paragraph. */
  #paragraph: number | undefined;
  #isEmpty = true;
  /** Number of open elements in the paragraph. */
  #open = 0;
  /** True after a figure that ended a paragraph. */
  #continues = false;

  write(token: HtmlToken): void {
    const { kind, name, isClosing, text } = token;
    if (text === "") return;
    const isContinued = this.#continues;
    if (isContinued) {
      if (isLineBreak(token) || (kind === "text" && isBlank(text))) return;
      this.#continues = false;
      if (kind === "tag" && name === "p" && isClosing) {
        this.#paragraph = undefined;
        return;
      }
      const isBlock = kind === "tag" && blockNames.has(name);
      if (!isBlock) this.#parts.push("\n<p>");
    }
    this.#parts.push(isContinued && kind === "text" ? text.trimStart() : text);
    if (kind === "tag" && blockNames.has(name)) {
      const isOpened = name === "p" && !isClosing;
      this.#paragraph = isOpened ? this.#parts.length - 1 : undefined;
      this.#isEmpty = true;
      this.#open = 0;
    } else if (kind !== "text" || !isBlank(text)) {
      this.#isEmpty = false;
      if (kind === "tag" && !voidElements.has(name)) this.#open += isClosing ? -1 : 1;
    }
  }

  writeFigure(html: string): void {
    const isInParagraph = this.#paragraph !== undefined && (this.#open === 0 || this.#continues);
    if (isInParagraph && !this.#continues) {
      if (this.#isEmpty) this.#parts.splice(this.#paragraph ?? 0);
      else this.#parts.push("</p>\n");
    }
    if (this.#continues) this.#parts.push("\n");
    this.#parts.push(html);
    this.#continues = isInParagraph;
  }

  toString(): string {
    return this.#parts.join("");
  }
}

const voidElements: ReadonlySet<string> = new Set(["img", "br", "input", "wbr", "source", "track", "embed"]);
