import { quoteName } from "../markdown_notes.ts";
import { codeHtml } from "./code_html.ts";
import { RangeCursor, type TextRange } from "./code_ranges.ts";
import { parseShortcode, type Shortcode } from "./parse_shortcode.ts";
import { renderShortcode } from "./render_shortcode.ts";
import type { TemplateOptions } from "./template_options.ts";

/** Longest shortcode. A longer one is text. */
const longestShortcode = 5000;

/** Expands Hugo shortcodes in Markdown. Code keeps them. Escaped ones, `{{</* name *\/>}}`, are unescaped everywhere. */
export function expandShortcodes(text: string, code: readonly TextRange[], options: TemplateOptions): string {
  const cursor = new RangeCursor(code);
  const found = findShortcodes(text).map((shortcode) => ({
    ...shortcode,
    isCode: cursor.at(shortcode.start) !== undefined,
  }));
  const closings = new Map<string, number[]>();
  for (const { isClosing, isCode, name, start } of found) {
    if (!isClosing || isCode) continue;
    const starts = closings.get(name) ?? [];
    starts.push(start);
    closings.set(name, starts);
  }
  const lastClosing = new Map([...closings].map(([name, starts]) => [name, starts.at(-1) ?? -1]));
  const parts: string[] = [];
  let position = 0;
  const replace = (start: number, end: number, replacement: string): void => {
    parts.push(text.slice(position, start), replacement);
    position = end;
  };
  found.forEach((shortcode, index) => {
    const { start, end, name, isCode } = shortcode;
    if (start < position) return;
    if (shortcode.escaped !== undefined) replace(start, end, shortcode.escaped);
    else if (isCode) return;
    else if (name === "highlight" || name === "comment" || name === "code") {
      const close = nextClosing(found, index);
      if (close === undefined) replace(start, end, "");
      else {
        const inner = text.slice(end, close.start);
        replace(start, close.end, name === "comment" ? "" : codeHtml(inner, shortcode.positional[0] ?? ""));
      }
    } else replace(start, end, replacementOf(shortcode, (lastClosing.get(name) ?? -1) > start, options));
  });
  parts.push(text.slice(position));
  return parts.join("");
}

type Found = Shortcode & TextRange;

/** Returns the next closing shortcode of the same name. Callers continue after it, so all searches take linear time. */
function nextClosing(found: readonly (Found & { isCode: boolean })[], index: number): Found | undefined {
  const name = found[index]?.name;
  for (let next = index + 1; next < Math.min(found.length, index + 200); next++) {
    const shortcode = found[next];
    if (shortcode?.isClosing === true && shortcode.name === name) return shortcode;
  }
  return undefined;
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
  let end = 0;
  for (const { index } of text.matchAll(/\{\{[<%]/g)) {
    if (index < end) continue;
    const source = text.slice(index, index + longestShortcode);
    const close = source.indexOf(source[2] === "<" ? ">}}" : "%}}");
    if (close < 0) continue;
    end = index + close + 3;
    found.push({ ...parseShortcode(source.slice(0, close + 3)), start: index, end });
  }
  return found;
}
