import { restrictsByWord } from "../../../content/mod.ts";
import { quoteName } from "../markdown_notes.ts";
import { codeHtml, RangeCursor, type TextRange } from "./code_ranges.ts";
import { NextOccurrence } from "./next_occurrence.ts";
import { linkTo, type TemplateOptions } from "./template_options.ts";

/** Longest tag. A longer one is text. */
const longestTag = 5000;

/** Tags that show nothing themselves. */
const silentTags: ReadonlySet<string> = new Set([
  "assign",
  "else",
  "elsif",
  "when",
  "break",
  "continue",
  "layout",
]);

/** Expands Liquid tags and outputs in Markdown. Ranges of code keep them, except for `raw`. */
export function expandLiquid(text: string, code: readonly TextRange[], options: TemplateOptions): string {
  return new LiquidExpansion(text, code, options).expand();
}

class LiquidExpansion {
  readonly #text: string;
  readonly #code: RangeCursor;
  readonly #options: TemplateOptions;
  readonly #parts: string[] = [];
  /** End tags that do not occur after an earlier position. */
  readonly #missingEnds = new Set<string>();
  #position = 0;

  constructor(text: string, code: readonly TextRange[], options: TemplateOptions) {
    this.#text = text;
    this.#code = new RangeCursor(code);
    this.#options = options;
  }

  expand(): string {
    const tagEnds = new NextOccurrence(this.#text, "%}");
    const outputEnds = new NextOccurrence(this.#text, "}}");
    for (const { index } of this.#text.matchAll(/\{[{%]/g)) {
      if (index < this.#position) continue;
      const isTag = this.#text[index + 1] === "%";
      const end = (isTag ? tagEnds : outputEnds).after(index + 2, longestTag);
      if (end < 0) continue;
      const content = this.#text
        .slice(index + 2, end)
        .replace(/^-|-$/g, "")
        .trim();
      this.#expandAt(index, end + 2, content, isTag);
    }
    this.#parts.push(this.#text.slice(this.#position));
    return this.#parts.join("");
  }

  #expandAt(start: number, end: number, content: string, isTag: boolean): void {
    const isCode = this.#code.at(start) !== undefined;
    this.#options.notes.moveTo(this.#text, start);
    const [name = ""] = /^\w+/.exec(content) ?? [];
    // Zola's escape shows a shortcode as text, also in code.
    if (content.startsWith("/*") && content.endsWith("*/"))
      return this.#replace(start, end, this.#text.slice(start, end).replace("/*", "").replace("*/", ""));
    if (isTag && name === "raw") {
      this.#take(start, end, "raw", (inner) => inner);
    } else if (isCode || (isTag && name === "")) return;
    else if (!isTag) this.#replace(start, end, this.#output(content));
    else if (name === "comment") this.#take(start, end, name, () => "");
    else if (name === "highlight") this.#takeHighlight(start, end, content);
    else if (restrictsByWord(name)) this.#takeRestricted(start, end, name);
    else this.#replace(start, end, this.#tag(name, content.slice(name.length).trim()));
  }

  #takeRestricted(start: number, end: number, name: string): void {
    this.#take(start, end, name, () => {
      this.#options.notes.addRestricted("tag", name);
      return "";
    });
  }

  #takeHighlight(start: number, end: number, content: string): void {
    const [, language = ""] = content.split(/\s+/, 2);
    this.#take(start, end, "highlight", (inner) => codeHtml(inner, language));
  }

  /** Replaces a tag and its end tag. Without an end tag, only the tag is removed. */
  #take(start: number, end: number, name: string, render: (inner: string) => string): void {
    const close = this.#missingEnds.has(name) ? null : endOfTag(this.#text, name, end);
    if (close === null) {
      this.#missingEnds.add(name);
      this.#replace(start, end, "");
      return;
    }
    this.#replace(start, close.end, render(this.#text.slice(end, close.start)));
  }

  #replace(start: number, end: number, replacement: string): void {
    this.#parts.push(this.#text.slice(this.#position, start), replacement);
    this.#position = end;
  }

  #output(content: string): string {
    const [, quoted] = /^(?:"([^"]*)"|'[^']*')/.exec(content) ?? [];
    if (/^["']/.test(content)) return quoted ?? content.slice(1, content.indexOf("'", 1));
    if (/^site\.(?:url|baseurl)\b/.test(content)) return "";
    // Calls with other arguments are counted together.
    const [call] = /^[\w.:]{1,100}\(/.exec(content) ?? [];
    const name = quoteName(call === undefined ? content : `${call})`);
    this.#options.notes.add("template-tag", `the output of ${name} was removed`, true);
    return "";
  }

  #tag(name: string, rest: string): string {
    const { notes } = this.#options;
    if (name.startsWith("end") || silentTags.has(name)) return "";
    if (name === "link" || name === "post_url") {
      const { url, isResolved } = linkTo(rest, this.#options);
      if (!isResolved)
        notes.add("template-tag", `the target of ${quoteName(name)} was guessed from its path`, false);
      return url;
    }
    const included = name.startsWith("include") ? ` ${rest.split(/\s/, 1)[0] ?? ""}` : "";
    notes.add("template-tag", `the tag ${quoteName(name + included)} was removed`, true);
    return "";
  }
}

/** Finds the end tag of a tag that has content. */
function endOfTag(text: string, name: string, from: number): TextRange | null {
  const pattern = new RegExp(String.raw`\{%-?[ \t]{0,9}end_?${name}[ \t]{0,9}-?%\}`, "g");
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  return found === null ? null : { start: found.index, end: found.index + found[0].length };
}
