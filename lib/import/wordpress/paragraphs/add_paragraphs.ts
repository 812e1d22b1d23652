import { isBlockLike } from "../markup/block_names.ts";
import type { HtmlToken } from "../markup/html_tokens.ts";
import { paragraphChunks } from "./paragraph_chunks.ts";
import { ParagraphWriter } from "./paragraph_writer.ts";
import type { Steps } from "../../../base/yielding.ts";

/** Elements before whose end tag WordPress closes a paragraph of plain text. */
const closesText: ReadonlySet<string> = new Set(["div", "address", "form"]);

/**
 * Adds the paragraph and line break tags that WordPress adds when it shows a post of the older editor, which stored
 * paragraphs as lines.
 */
export function* addParagraphs(html: string): Steps<string> {
  const writer = new ParagraphWriter();
  for (const chunk of paragraphChunks(html)) {
    yield;
    if (chunk === undefined) continue;
    yield* writeChunk(chunk, writer);
    writer.newline();
  }
  return writer.toString();
}

function* writeChunk(chunk: readonly HtmlToken[], writer: ParagraphWriter): Steps<void> {
  const [first] = chunk;
  const last = chunk.at(-1);
  const isAlone = chunk.length === 1;
  const opensQuote = !isAlone && first !== undefined && isTag(first, "blockquote", false);
  const closesQuote = !isAlone && last !== undefined && isTag(last, "blockquote", true);
  const closesEarly = closesQuote || isClosedText(chunk);
  const isBlock = first !== undefined && first.kind === "tag" && isBlockLike(first.name);
  if (!isBlock) writer.openParagraph();
  for (const [index, token] of chunk.entries()) {
    if (closesEarly && index === chunk.length - 1) writer.closeParagraph();
    yield* writer.write(token);
    if (opensQuote && index === 0) writer.openParagraph();
  }
  if (!closesEarly && !isOneLineItem(chunk)) writer.closeParagraph();
}

/** Returns true for plain text before the end tag of an element that closes it. */
function isClosedText(chunk: readonly HtmlToken[]): boolean {
  const last = chunk.at(-1);
  if (last === undefined || !last.isClosing || !closesText.has(last.name)) return false;
  const texts = chunk.slice(chunk[0]?.text === "<p>" ? 1 : 0, -1);
  return texts.length > 0 && texts.every(({ kind }) => kind === "text");
}

/** Returns true for a list item of one line, which gets no paragraph. */
function isOneLineItem(chunk: readonly HtmlToken[]): boolean {
  const [first] = chunk;
  const isItem =
    first !== undefined && first.kind === "tag" && !first.isClosing && first.name.startsWith("li");
  return isItem && !chunk.some(({ kind, text }) => kind === "text" && text.includes("\n"));
}

function isTag({ kind, name, isClosing }: HtmlToken, wanted: string, closing: boolean): boolean {
  return kind === "tag" && name === wanted && isClosing === closing;
}
