import { escapeHtml } from "../markup/escape_html.ts";

const indent = "    ";
const listItem = /^(?:[-*+]|\d{1,9}[.)]) /;
const fence = /^(`{3,20}|~{3,20})/;
/** A toggle whose title is a question. Notion writes toggles and items of lists in the same way. */
const question = /^[-*+] (?!\[[ x]\])(.{1,1000}[?？؟][*_`]{0,6})\s{0,9}$/;
const openTag = /^<(?:aside|details|summary)[ >]/;
const closeTag = /^<\/(?:aside|details)>\s*$/;
/** The icon of a callout. */
const icon = /^<img src="[^"]{1,2000}" alt="[^"]{0,500}" width="40px" \/>\s*$/;
/** Maximum nesting of blocks that is read. */
const deepest = 20;

/**
 * Converts the lines of a page of Notion to Markdown that other renderers read. Callouts and `details` get blank lines around their content, which is
 * HTML otherwise. Items that are questions with an answer become toggles. The content of toggle headings loses its indentation, which is code otherwise.
 */
export function* notionBlocks(lines: readonly string[], depth = 0): Generator<string> {
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? "";
    const next = lines[at + 1] ?? "";
    const mark = fence.exec(line)?.[1];
    if (mark !== undefined) {
      const end = afterFence(lines, at, mark);
      for (; at < end; at++) yield lines[at] ?? "";
    } else if (depth < deepest && isIndented(line) && line.trim() !== "") {
      const below = indentedLines(lines, at);
      yield* notionBlocks(below.map(dedented), depth + 1);
      at += below.length;
    } else if (depth < deepest && listItem.test(line)) {
      const below = indentedLines(lines, at + 1);
      at += below.length + 1;
      yield* itemLines(line, { below, next: lines[at] ?? "", depth });
    } else {
      // The blank line above a tag moves below it, so that most lines keep their numbers.
      const isMoved = line.trim() === "" && needsBlank(next, lines[at + 2]);
      if (!isMoved) yield icon.test(line) ? "" : line;
      if (needsBlank(line, next)) yield "";
      else if (closeTag.test(line)) yield* blankBefore(next);
      at++;
    }
  }
}

/** True for a tag with its content in the next line, which would be HTML. */
function needsBlank(line: string, next = ""): boolean {
  return openTag.test(line) && next.trim() !== "" && !next.startsWith("<summary");
}

/** Returns a blank line if a line would be a part of the HTML above it. */
function blankBefore(next: string): string[] {
  return next.trim() === "" || next.startsWith("<") || question.test(next) ? [] : [""];
}

/** Returns the lines of an item of a list with all below it. */
function itemLines(
  line: string,
  { below, next, depth }: { below: readonly string[]; next: string; depth: number },
): string[] {
  const [, title] = question.exec(line) ?? [];
  const content = [...notionBlocks(below.map(dedented), depth + 1)];
  const isAnswered = content.some((one) => one.trim() !== "");
  if (title === undefined || !isAnswered)
    return [line, ...content.map((one) => (one.trim() === "" ? "" : indent + one))];
  if (content.at(0)?.trim() !== "") content.unshift("");
  if (content.at(-1)?.trim() === "") content.pop();
  const summary = `<summary>${escapeHtml(plainText(title))}</summary>`;
  const end = "</details></li></ul>";
  return [`<ul class="toggle"><li><details>${summary}`, ...content, end, ...blankBefore(next)];
}

/** Returns a title without the marks of Markdown, because it becomes HTML. */
function plainText(title: string): string {
  return title
    .replace(/\[([^[\]]{1,500})\]\([^()\s]{1,1000}\)/g, "$1")
    .replace(/[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/g, "");
}

/** Returns the lines from a place that are indented or blank, with the blank line at their end. */
function indentedLines(lines: readonly string[], from: number): string[] {
  let [at, end] = [from, from];
  for (; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line.trim() === "") continue;
    if (!isIndented(line)) break;
    end = at + 1;
  }
  // A line of spaces is a part of the block above it.
  if (end > from && isIndented(lines[end] ?? "")) end++;
  return lines.slice(from, end);
}

function isIndented(line: string): boolean {
  return line.startsWith(indent) || line.startsWith("\t");
}

function dedented(line: string): string {
  return line.startsWith("\t")
    ? line.slice(1)
    : line.startsWith(indent)
      ? line.slice(indent.length)
      : line.trimStart();
}

/** Returns the place after a block of code. A block that nothing closes reaches to the end. */
function afterFence(lines: readonly string[], from: number, mark: string): number {
  const character = mark.slice(0, 1);
  for (let at = from + 1; at < lines.length; at++) {
    const line = lines[at]?.trim() ?? "";
    if (line.length >= mark.length && line === character.repeat(line.length)) return at + 1;
  }
  return lines.length;
}
