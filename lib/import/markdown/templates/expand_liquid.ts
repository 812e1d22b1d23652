import { restrictsByWord } from "../../../content/mod.ts";
import { quoteName } from "../markdown_notes.ts";
import { codeHtml, codeRanges, RangeCursor, type TextRange } from "./code_ranges.ts";
import { closingTag, openingTag } from "./liquid_tags.ts";
import { LiquidTexts } from "./liquid_texts.ts";
import { NextOccurrence } from "./next_occurrence.ts";
import { asBlock, linkTo, type TemplateOptions } from "./template_options.ts";

/** Longest tag. A longer one is text. */
const longestTag = 5000;

/** Tags that show nothing themselves. */
const silentTags: ReadonlySet<string> = new Set(
  "assign set else elsif elseif when break continue layout".split(" "),
);

/** Tags whose content depends on values. It is kept, but the site can show it otherwise. */
const controlTags: ReadonlySet<string> = new Set("if unless ifchanged case for tablerow".split(" "));

/** Tags whose content is code. */
const codeTags: ReadonlySet<string> = new Set(["highlight", "codeblock", "code"]);

/** Tags that put their content into a variable. */
const textTags: ReadonlySet<string> = new Set(["set", "capture"]);

/** Expands Liquid tags and outputs in Markdown. Ranges of code keep them, except for `raw`. */
export function expandLiquid(text: string, code: readonly TextRange[], options: TemplateOptions): string {
  return new LiquidExpansion(text, code, options).expand();
}

class LiquidExpansion {
  readonly #text: string;
  readonly #code: RangeCursor;
  readonly #options: TemplateOptions;
  readonly #parts: string[] = [];
  readonly #texts = new LiquidTexts();
  /** Position of the last end tag of each name. */
  readonly #lastEnds = new Map<string, number>();
  #position = 0;

  constructor(text: string, code: readonly TextRange[], options: TemplateOptions) {
    this.#text = text;
    this.#code = new RangeCursor(code);
    this.#options = options;
    for (const { 1: name = "", index } of text.matchAll(/\{%-?[ \t]{0,9}end_?(\w{1,100})[ \t]{0,9}-?%\}/g))
      this.#lastEnds.set(name, index);
  }

  expand(): string {
    const ends = { "%": "%}", "{": "}}", "#": "#}" } as const;
    const found = new Map(
      Object.entries(ends).map(([mark, end]) => [mark, new NextOccurrence(this.#text, end)]),
    );
    for (const { index, 1: mark = "" } of this.#text.matchAll(/\{([{%]|#(?=[\s-]))/g)) {
      if (index < this.#position) continue;
      const end = found.get(mark)?.after(index + 2, longestTag) ?? -1;
      if (end < 0) continue;
      if (mark === "#") {
        // A comment of Nunjucks and Tera. Without the space, it is the id of a heading.
        if (this.#code.at(index) === undefined) this.#replace(index, end + 2, "");
        continue;
      }
      const content = this.#text
        .slice(index + 2, end)
        .replace(/^-|-$/g, "")
        .trim();
      this.#expandAt(index, end + 2, content, mark === "%");
    }
    this.#parts.push(this.#text.slice(this.#position));
    this.#texts.keepUnshown();
    return this.#parts.join("");
  }

  #expandAt(start: number, end: number, content: string, isTag: boolean): void {
    const isCode = this.#code.at(start) !== undefined;
    const [name = ""] = /^\w+/.exec(content) ?? [];
    const rest = content.slice(name.length).trim();
    // Zola's escape shows a shortcode as text, also in code.
    if (content.startsWith("/*") && content.endsWith("*/"))
      return this.#replace(start, end, this.#text.slice(start, end).replace("/*", "").replace("*/", ""));
    if (isTag && name === "raw") {
      this.#take(start, end, "raw", (inner) => inner);
    } else if (isCode || (isTag && name === "")) return;
    else if (!isTag) this.#replace(start, end, this.#output(content));
    else if (name === "comment") this.#take(start, end, name, () => "");
    else if (codeTags.has(name) && this.#hasEnd(name, end)) this.#takeCode(start, end, name, rest);
    else if (textTags.has(name) && /^\w{1,100}$/.test(rest)) this.#takeText(start, end, name, rest);
    else if (restrictsByWord(name)) this.#takeRestricted(start, end, name);
    else if (name.startsWith("end")) this.#replace(start, end, this.#closing(name, start, end));
    else this.#replace(start, end, this.#tag(name, rest, end));
  }

  /** Returns the HTML of an end tag, alone on its line. */
  #closing(name: string, start: number, end: number): string {
    const html = closingTag(name.replace(/^end_?/, ""));
    if (html === "") return "";
    const before = /\n[ \t]*$/.test(this.#text.slice(Math.max(0, start - 100), start)) ? "" : "\n";
    return `${before}${html}\n${this.#text[end] === "\n" ? "" : "\n"}`;
  }

  #hasEnd(name: string, after: number): boolean {
    return (this.#lastEnds.get(name) ?? -1) >= after;
  }

  #takeRestricted(start: number, end: number, name: string): void {
    this.#take(start, end, name, () => {
      this.#options.notes.addRestricted("tag", name);
      return "";
    });
  }

  /** Jekyll and Eleventy name the language first, and Hexo after `lang:`. */
  #takeCode(start: number, end: number, name: string, rest: string): void {
    const [first = ""] = rest.split(/\s/, 1);
    const [, language = name === "highlight" ? first.replaceAll(/["']/g, "") : ""] =
      /(?:^|\s)lang:(\S{1,50})/.exec(rest) ?? [];
    const [open, close] = this.#text[end] === "\n" ? ["", ""] : ["\n", "\n"];
    this.#take(start, end, name, (inner) => open + codeHtml(inner, language) + close);
  }

  /** The text stays here until an output shows it. */
  #takeText(start: number, end: number, name: string, variable: string): void {
    let text: string | undefined;
    this.#take(start, end, name, (inner) => {
      const code = codeRanges(inner, { hasIndentedCode: true });
      text = new LiquidExpansion(inner, code, this.#options).expand();
      return "";
    });
    if (text === undefined) return;
    const slot = this.#parts.length - 1;
    this.#texts.set(variable, text, (shown) => (this.#parts[slot] = shown));
  }

  /** Replaces a tag and its end tag. Without an end tag, only the tag is removed. */
  #take(start: number, end: number, name: string, render: (inner: string) => string): void {
    const close = this.#hasEnd(name, end) ? endOfTag(this.#text, name, end) : null;
    if (close === null) this.#replace(start, end, "");
    else this.#replace(start, close.end, render(this.#text.slice(end, close.start)));
  }

  #replace(start: number, end: number, replacement: string): void {
    this.#parts.push(this.#text.slice(this.#position, start), asBlock(replacement, this.#text, end));
    this.#position = end;
  }

  #output(content: string): string {
    const [, quoted] = /^(?:"([^"]*)"|'[^']*')/.exec(content) ?? [];
    if (/^["']/.test(content)) return quoted ?? content.slice(1, content.indexOf("'", 1));
    if (/^site\.(?:url|baseurl)\b/.test(content)) return "";
    const shown = this.#texts.show(content);
    if (shown !== undefined) return shown;
    // Calls with other arguments are counted together.
    const [call] = /^[\w.:]{1,100}\(/.exec(content) ?? [];
    const name = quoteName(call === undefined ? content : `${call})`);
    this.#options.notes.add("template-tag", `the output of ${name} was removed`, true);
    return "";
  }

  #tag(name: string, rest: string, end: number): string {
    const { notes } = this.#options;
    if (silentTags.has(name)) return "";
    const isPaired = this.#hasEnd(name, end);
    const rendered = openingTag(name, rest, { ...this.#options, isPaired });
    if (rendered !== undefined) return rendered;
    if (name === "link" || name === "post_url") {
      const { url, isResolved } = linkTo(rest, this.#options);
      if (!isResolved)
        notes.add("template-tag", `the target of ${quoteName(name)} was guessed from its path`, false);
      return url;
    }
    const included = name.startsWith("include") ? ` ${rest.split(/\s/, 1)[0] ?? ""}` : "";
    const text = `the tag ${quoteName(name + included)} was removed`;
    if (isPaired && !controlTags.has(name)) notes.add("template-tag", `${text}, and its content kept`, false);
    else notes.add("template-tag", text, true);
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
