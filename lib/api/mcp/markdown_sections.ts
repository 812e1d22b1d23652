import type { HtmlSection } from "../../faq/html_sections.ts";
import { fenceAfter } from "./fence_after.ts";

/** A heading of a Markdown text. Its section ends before the next heading of its level or above. */
export interface MarkdownSection {
  level: number;
  heading: string;
  /** Name of the place in the post's page. */
  fragment?: string;
  /** Index of the heading in the text. */
  start: number;
  end: number;
}

const headingForm = /^(#{1,6}) +(\S.*)$/;

/** Returns the sections of a Markdown text (GFM), in the order of the text. Lines in fenced code are no headings. */
export function sectionsOf(markdown: string): MarkdownSection[] {
  const sections: MarkdownSection[] = [];
  const open: MarkdownSection[] = [];
  let fence = "";
  let start = 0;
  for (const line of markdown.split("\n")) {
    const [, hashes = "", heading = ""] = fence === "" ? (headingForm.exec(line) ?? []) : [];
    fence = fenceAfter(fence, line);
    if (hashes !== "") {
      const section = { level: hashes.length, heading: plainText(heading), start, end: markdown.length };
      while ((open.at(-1)?.level ?? 0) >= section.level) {
        const ended = open.pop();
        if (ended !== undefined) ended.end = start;
      }
      open.push(section);
      sections.push(section);
    }
    start += line.length + 1;
  }
  return sections;
}

/** Adds the fragments of the headings of a post's HTML to the sections of its Markdown, by the texts of the headings. */
export function withFragments(
  sections: readonly MarkdownSection[],
  headings: readonly HtmlSection[],
): MarkdownSection[] {
  const found = new Map<string, HtmlSection[]>();
  for (const written of headings) {
    if (written.heading === undefined) continue;
    for (const text of new Set([written.heading, written.fullHeading ?? written.heading])) {
      const key = comparedHeading(text);
      const same = found.get(key);
      if (same === undefined) found.set(key, [written]);
      else same.push(written);
    }
  }
  const next = new Map<string, number>();
  return sections.map((section) => {
    const key = comparedHeading(section.heading);
    const at = next.get(key) ?? 0;
    next.set(key, at + 1);
    const fragment = found.get(key)?.[at]?.fragment;
    return fragment === undefined ? section : { ...section, fragment };
  });
}

/** Finds a section by its fragment, by the text of its heading, or by the beginning of this text. */
export function findSection(sections: readonly MarkdownSection[], name: string): MarkdownSection | undefined {
  const wanted = comparedHeading(name);
  const findBy = (isMatch: (heading: string) => boolean): MarkdownSection | undefined =>
    wanted === "" ? undefined : sections.find(({ heading }) => isMatch(comparedHeading(heading)));
  return (
    sections.find(({ fragment }) => fragment === name) ??
    findBy((heading) => heading === wanted) ??
    findBy((heading) => heading.startsWith(wanted))
  );
}

/** Returns the letters and digits of a heading in lower case, so that marks of Markdown, spaces and punctuation are ignored. */
export function comparedHeading(heading: string): string {
  const letters = heading
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
  return letters === "" ? heading.trim() : letters;
}

/** Returns the text of a heading without its links' addresses and its marks. */
function plainText(heading: string): string {
  return heading
    .replace(/\]\([^()\s]{0,2000}\)/g, "]")
    .replace(/\\([!-/:-@[-`{-~])|[*_`[\]]/g, (_mark, escaped: string | undefined) => escaped ?? "")
    .replace(/ #+ *$/, "")
    .trim();
}
