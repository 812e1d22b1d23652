import { markdownLines } from "./markdown_lines.ts";

/** A heading of a Markdown text. Its section ends before the next heading of its level or above. */
export interface MarkdownSection {
  level: number;
  heading: string;
  /** The section around it. */
  parent: MarkdownSection | undefined;
  /** Name of the place in the post's page. */
  fragment?: string;
  /** Index of the heading in the text. */
  start: number;
  end: number;
  /** The text between the heading and the next heading. */
  own: { start: number; end: number };
}

/** Maximum length of a heading, with its marks. The rest is left out. */
const longestHeading = 2000;
const headingForm = /^(#{1,6}) +(\S.*)$/;

/** Returns the sections of a Markdown text (GFM), as Postern writes it, in the order of the text. Lines in fenced code are no headings. */
export function markdownSections(markdown: string): MarkdownSection[] {
  const sections: MarkdownSection[] = [];
  const open: MarkdownSection[] = [];
  for (const { text, start, before } of markdownLines(markdown)) {
    const [, hashes = "", written = ""] = before === "" ? (headingForm.exec(text) ?? []) : [];
    if (hashes === "") continue;
    const last = sections.at(-1);
    if (last !== undefined) last.own.end = start;
    while ((open.at(-1)?.level ?? 0) >= hashes.length) {
      const ended = open.pop();
      if (ended !== undefined) ended.end = start;
    }
    const end = markdown.length;
    const section = {
      level: hashes.length,
      heading: plainText(written.slice(0, longestHeading)),
      parent: open.at(-1),
      start,
      end,
      own: { start: Math.min(start + text.length + 1, end), end },
    };
    open.push(section);
    sections.push(section);
  }
  return sections;
}

/** Returns the letters and digits of a text in lower case, so that marks of Markdown, spaces and punctuation are ignored. */
export function comparedText(text: string): string {
  const letters = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
  return letters === "" ? text.trim() : letters;
}

const target = /\]\((?:[^()\s\\]|\\.|\([^()\s]{0,500}\)){0,2000}(?: "(?:[^"\\]|\\.){0,500}")?\)/g;
const picture = /!\[[^[\]]{0,500}(?=\]\()/g;
/** Code, an escaped mark, a tag, a footnote mark, and marks. */
const marks =
  /(?<!`)(`{1,3})(?!`)(.{1,500}?)(?<!`)\1(?!`)|\\([!-/:-@[-`{-~])|<\/?[a-z][^<>]{0,500}>|\[\^[^\]]{1,100}\]|[*_`[\]]/gi;

/** Returns the text of a heading without pictures, the addresses of links and its marks. */
function plainText(heading: string): string {
  return heading
    .replace(picture, "")
    .replace(target, "]")
    .replace(
      marks,
      (_mark, _fence, code: string | undefined, escaped: string | undefined) => code ?? escaped ?? "",
    )
    .replace(/&amp;(?=#?\w{1,32};)/g, "&")
    .replace(/ #+ *$/, "")
    .trim();
}
