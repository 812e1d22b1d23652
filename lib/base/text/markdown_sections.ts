import { markdownLines } from "./markdown_lines.ts";

/** A heading of a Markdown text. Its section ends before the next heading of its level or above. */
export interface MarkdownSection {
  level: number;
  heading: string;
  /** The headings above the section, the outermost first, and its own. */
  headings: readonly string[];
  /** Name of the place in the post's page. */
  fragment?: string;
  /** Index of the heading in the text. */
  start: number;
  end: number;
  /** The text between the heading and the next heading. */
  own: { start: number; end: number };
}

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
    const heading = plainText(written);
    const headings = [...(open.at(-1)?.headings ?? []), heading];
    const end = markdown.length;
    const own = { start: Math.min(start + text.length + 1, end), end };
    const section = { level: hashes.length, heading, headings, start, end, own };
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

/** Returns the text of a heading without its links' addresses and its marks. */
function plainText(heading: string): string {
  return heading
    .replace(/\]\([^()\s]{0,2000}\)/g, "]")
    .replace(/\\([!-/:-@[-`{-~])|[*_`[\]]/g, (_mark, escaped: string | undefined) => escaped ?? "")
    .replace(/ #+ *$/, "")
    .trim();
}
