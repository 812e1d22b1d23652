import { restrictsByWord } from "../../../content/mod.ts";
import { quoteName } from "../markdown_notes.ts";
import { mostFenceIndent, RangeCursor, type TextRange } from "./code_ranges.ts";
import { endOfExpression, readJsxTag, type JsxTag } from "./jsx.ts";
import type { TemplateOptions } from "./template_options.ts";

/** Characters that stand for the removed tags of components. */
const mark = { open: "\ufdd0", close: "\ufdd1", alone: "\ufdd2" } as const;

const marks = /[\ufdd0-\ufdd2]/g;
const blockTag = /^\s*<\/?[a-z][^<>]*>\s*$/;
const fenceLine = /^((?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}(?!`)|~{3,}(?!~))/;
/** A line with a whole element. Its content is Markdown in a paragraph, and the lines around it are Markdown, too. */
const wholeParagraph = /^(\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)?)<p>(.*)<\/p>\s*$/;
const wholeElement = /^\s*<(summary|div|figcaption|dt|dd|h[1-6])(?:\s[^<>]*)?>.*<\/\1>\s*$/;
const voidTag = /^\s*<(?:br|hr|img|input|source|track|wbr)\b|\/>\s*$/;

/**
 * Removes the marks of components. The children of a component are indented as the component is, because Markdown does
 * not read blocks that are indented further.
 */
function dedentChildren(text: string): string {
  const levels: { indent: number; strip: number | undefined }[] = [];
  let fence: { run: string; column: number } | undefined;
  const lines = text.split("\n").map((line) => {
    const content = line.replace(marks, "");
    const indent = content.search(/\S/);
    const level = levels.at(-1);
    const start = line.search(/[^ \t]/);
    if (level !== undefined && level.strip === undefined && start >= 0 && line[start] !== mark.close) {
      level.strip = Math.max(stripOf(levels.at(-2)), start - level.indent);
    }
    const strip = Math.min(stripOf(level), Math.max(indent, 0));
    const stripped = content.slice(strip);
    const before = start - stripOf(level);
    for (const character of line.match(marks) ?? []) {
      if (character === mark.open) levels.push({ indent: Math.max(0, before), strip: undefined });
      else if (character === mark.close) levels.pop();
    }
    if (indent < 0) return "";
    const [opening = "", container = "", run = ""] = fenceLine.exec(stripped) ?? [];
    const rest = stripped.slice(opening.length);
    const column = container.length;
    if (fence !== undefined) {
      const isEnd = run.startsWith(fence.run) && rest.trim() === "";
      if (isEnd && column <= fence.column + mostFenceIndent) fence = undefined;
      return stripped;
    }
    if (run !== "" && !(run.startsWith("`") && rest.includes("`"))) {
      fence = { run, column };
      return stripped;
    }
    const [, marker = "", paragraph] = wholeParagraph.exec(stripped) ?? [];
    if (paragraph !== undefined) return marker + paragraph;
    if (wholeElement.test(stripped)) return `\n${stripped}\n`;
    if (!blockTag.test(stripped)) return stripped;
    if (stripped.trim().startsWith("</")) levels.pop();
    else if (!voidTag.test(stripped)) levels.push({ indent: Math.max(0, before), strip: undefined });
    return `\n${stripped}\n`;
  });
  return lines.join("\n");
}

function stripOf(level: { strip: number | undefined } | undefined): number {
  return level?.strip ?? 0;
}

/** Components that are admonitions in Starlight and Docusaurus. */
const asides: ReadonlySet<string> = new Set(["Aside", "Admonition"]);

/** Components of tabs. The labels of the tabs stay as text. */
const tabs: ReadonlySet<string> = new Set(["Tabs", "Tab", "TabItem"]);

/** Turns MDX into Markdown: drops imports, exports and expressions, and keeps the children of components. */
export function unwrapMdx(text: string, code: readonly TextRange[], options: TemplateOptions): string {
  const { notes } = options;
  const cursor = new RangeCursor(code);
  const parts: string[] = [];
  let position = 0;
  const replace = (start: number, end: number, replacement: string): void => {
    parts.push(text.slice(position, start), replacement);
    position = end;
  };
  for (const { 0: found, index } of text.matchAll(
    /[{<\\\ufdd0-\ufdd2]|(?<=^|\n)(?:import|export)(?=[ {])/g,
  )) {
    if (index < position || cursor.at(index) !== undefined) continue;
    notes.moveTo(text, index);
    if (found === "\\") {
      // An escaped brace is text.
      if (/[{<]/.test(text[index + 1] ?? ""))
        replace(index, index + 2, text[index + 1] === "<" ? "&lt;" : "{");
    } else if (found === "{") {
      const end = endOfExpression(text, index);
      if (end < 0) break;
      const isHeading = /(?:^|\n)#{1,6} [^\n]*$/.test(text.slice(Math.max(0, index - 500), index));
      const shown = textOfExpression(text.slice(index + 1, end - 1).trim(), isHeading);
      if (shown === undefined) notes.add("mdx-expression", "an expression was removed", true);
      replace(index, end, shown ?? "");
    } else if (found === "<") {
      const tag = readJsxTag(text, index);
      if (tag === "unclosed") break;
      if (tag !== undefined && isRestricted(tag)) {
        notes.addRestricted("component", tag.name);
        replace(index, endOfComponent(text, tag), mark.alone);
      } else if (tag !== undefined) replace(index, tag.end, replacementOf(tag, options));
    } else if (found.length > 1) {
      const end = isAfterBlankLine(text, index, position) ? text.indexOf("\n\n", index) : index;
      if (end !== index) replace(index, end < 0 ? text.length : end + 1, "");
    } else replace(index, index + 1, "");
  }
  parts.push(text.slice(position));
  return dedentChildren(parts.join(""));
}

/** Returns true if a line can begin an import or export: the line before it is empty, or was removed. */
function isAfterBlankLine(text: string, index: number, position: number): boolean {
  return index === 0 || index === position || text[index - 2] === "\n" || index === 1;
}

/** Returns the text that an expression shows if it is a string or a comment. */
function textOfExpression(content: string, isHeading: boolean): string | undefined {
  const [, id] = /^\/\*\s*#?([\w-]{1,100})\s*\*\/$/.exec(content) ?? [];
  // Docusaurus and React write the id of a heading as a comment.
  if (id !== undefined && isHeading) return `{#${id}}`;
  // Docusaurus 3 also reads ids without a comment.
  if (isHeading && /^#[\w-]{1,100}$/.test(content)) return `{${content}}`;
  if (content === "" || (content.startsWith("/*") && content.endsWith("*/"))) return "";
  const [, , quoted] = /^(["'`])([^"'`\\$]*)\1$/.exec(content) ?? [];
  return quoted;
}

function isRestricted({ name, isComponent, isClosing, isSelfClosing }: JsxTag): boolean {
  return isComponent && !isClosing && !isSelfClosing && restrictsByWord(name);
}

/** Returns the end of a component with its children. Without a closing tag, it ends with the text. */
function endOfComponent(text: string, { name, end }: JsxTag): number {
  const tag = new RegExp(`<(/?)${name.replaceAll(".", "\\.")}(?=[\\s/>])[^>]*?(/?)>`, "g");
  tag.lastIndex = end;
  let depth = 1;
  for (let found = tag.exec(text); found !== null; found = tag.exec(text)) {
    if (found[2] !== "/") depth += found[1] === "/" ? -1 : 1;
    if (depth === 0) return tag.lastIndex;
  }
  return text.length;
}

function replacementOf(tag: JsxTag, { notes }: TemplateOptions): string {
  if (!tag.isComponent) return tag.html;
  const { name, isClosing, isSelfClosing, attributes } = tag;
  if (asides.has(name) && !isSelfClosing) {
    const { type = "note", title = "" } = attributes;
    return isClosing
      ? `${mark.close}\n:::\n`
      : `\n:::${type}${title === "" ? "" : `[${title}]`}\n${mark.open}`;
  }
  if (name === "") return isClosing ? mark.close : mark.open;
  if (name === "Link") return isClosing ? "</a>" : linkTag(attributes, isSelfClosing);
  if (tabs.has(name)) {
    const { label = attributes["title"] ?? attributes["value"] ?? "" } = attributes;
    const isLabelled = name !== "Tabs" && !isClosing && label !== "";
    return isClosing ? mark.close : `${isLabelled ? `\n**${label}**\n` : ""}${mark.open}`;
  }
  if (isClosing) return mark.close;
  const text = `the component ${quoteName(name)} was removed`;
  if (isSelfClosing) notes.add("mdx-component", text, true);
  else notes.add("mdx-component", `${text}, and its content kept`, false);
  return isSelfClosing ? mark.alone : mark.open;
}

/** Returns the tag of a link within the site, or of an anchor. */
function linkTag({ id, to, href = to }: JsxTag["attributes"], isSelfClosing: boolean): string {
  const anchor = id === undefined ? "" : ` id="${id.replaceAll('"', "")}"`;
  const address = href === undefined ? "" : ` href="${href.replaceAll('"', "%22")}"`;
  return `<a${anchor}${address}>${isSelfClosing ? "</a>" : ""}`;
}
