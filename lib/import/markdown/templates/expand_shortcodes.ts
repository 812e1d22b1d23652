import { restrictsByWord } from "../../../content/mod.ts";
import { quoteName } from "../markdown_notes.ts";
import { codeHtml, RangeCursor, type TextRange } from "./code_ranges.ts";
import { NextOccurrence } from "./next_occurrence.ts";
import { parseShortcode, type Shortcode } from "./parse_shortcode.ts";
import { renderShortcode } from "./render_shortcode.ts";
import { asBlock, type TemplateOptions } from "./template_options.ts";

/** Longest shortcode. A longer one is text. */
const longestShortcode = 5000;

/** Expands Hugo shortcodes in Markdown. Code keeps them. Escaped ones, `{{</* name *\/>}}`, are unescaped everywhere. */
export function expandShortcodes(text: string, code: readonly TextRange[], options: TemplateOptions): string {
  const cursor = new RangeCursor(code);
  const found = findShortcodes(text).map((shortcode) => ({
    ...shortcode,
    isCode: cursor.at(shortcode.start) !== undefined,
  }));
  const closings = closingsOf(found);
  const parts: string[] = [];
  let position = 0;
  const replace = (start: number, end: number, replacement: string): void => {
    parts.push(text.slice(position, start), asBlock(replacement, text, end));
    position = end;
  };
  found.forEach((shortcode, index) => {
    const { start, end, name, isCode } = shortcode;
    if (start < position) return;
    options.notes.moveTo(text, start);
    if (shortcode.escaped !== undefined) replace(start, end, shortcode.escaped);
    else if (isCode) return;
    else if (!shortcode.isClosing && (name === "comment" || codeName.test(name))) {
      const close = closings[index];
      const inner = close === undefined ? "" : text.slice(end, close.start);
      if (close === undefined) replace(start, end, replacementOf(shortcode, false, options));
      else if (name !== "comment" && inner.includes("```"))
        replace(start, end, replacementOf(shortcode, true, options));
      else replace(start, close.end, name === "comment" ? "" : codeHtml(inner, languageOf(shortcode)));
    } else if (!shortcode.isClosing && closings[index] !== undefined && restrictsByWord(name)) {
      replace(start, endOfContent(found, index), "");
      options.notes.addRestricted("shortcode", name);
    } else replace(start, end, replacementOf(shortcode, closings[index] !== undefined, options));
  });
  parts.push(text.slice(position));
  return parts.join("");
}

/** Names of shortcodes whose content is code, such as `code-toggle`. */
const codeName = /(?:^|[-_])(?:code|highlight)(?:$|[-_]|block|fence)/i;

function languageOf({ positional, named }: Shortcode): string {
  return named.get("lang") ?? named.get("language") ?? positional[0] ?? "";
}

type Found = Shortcode & TextRange;

/** Returns for each shortcode the closing shortcode of the same name that belongs to it. */
function closingsOf(found: readonly (Found & { isCode: boolean })[]): (Found | undefined)[] {
  const open = new Map<string, Found[]>();
  const closings: (Found | undefined)[] = [];
  for (let index = found.length - 1; index >= 0; index--) {
    const shortcode = found[index];
    if (shortcode === undefined) continue;
    const ends = open.get(shortcode.name) ?? [];
    open.set(shortcode.name, ends);
    if (!shortcode.isClosing && !shortcode.isSelfClosing && !shortcode.isCode) closings[index] = ends.pop();
    if (shortcode.isClosing && !shortcode.isCode) ends.push(shortcode);
  }
  return closings;
}

/** Returns the end of a paired shortcode, which can contain shortcodes of the same name. */
function endOfContent(found: readonly Found[], opening: number): number {
  const name = found[opening]?.name;
  let depth = 0;
  let end = 0;
  for (let at = opening; at < found.length; at++) {
    const shortcode = found[at];
    if (shortcode === undefined || shortcode.name !== name) continue;
    depth += shortcode.isClosing ? -1 : 1;
    if (shortcode.isClosing) end = shortcode.end;
    if (depth === 0) break;
  }
  return end;
}

function replacementOf(shortcode: Shortcode, isPaired: boolean, options: TemplateOptions): string {
  const { name, isClosing } = shortcode;
  const rendered = renderShortcode(shortcode, options);
  if (rendered !== undefined) return rendered;
  if (isClosing) return "";
  const text = isPaired
    ? `the shortcode ${quoteName(name)} was removed, and its content kept`
    : `the shortcode ${quoteName(name)} was removed`;
  options.notes.add("shortcode", text, !isPaired);
  return "";
}

function findShortcodes(text: string): Found[] {
  const found: Found[] = [];
  const angles = new NextOccurrence(text, ">}}");
  const percents = new NextOccurrence(text, "%}}");
  let end = 0;
  for (const { index } of text.matchAll(/\{\{[<%]/g)) {
    if (index < end) continue;
    const close = (text[index + 2] === "<" ? angles : percents).after(index + 3, longestShortcode);
    if (close < 0) continue;
    end = close + 3;
    found.push({ ...parseShortcode(text.slice(index, end)), start: index, end });
  }
  return found;
}
