import { groupBy } from "../../base/group_by.ts";
import { comparedText, markdownSections } from "../../base/text/markdown_sections.ts";

/** A section of Markdown. Sections with the same heading that follow each other are one. */
export interface WrittenSection {
  /** Headings above the section, the outermost first, and its own. Empty before the first heading. */
  headings: readonly string[];
  markdown: string;
}

/** Length of the beginning of a heading by which it is found. The index cuts long headings. */
const comparedLength = 300;

/** Returns the form of a heading in which the index and Markdown agree. */
export function headingKey(heading: string): string {
  return comparedText(heading).slice(0, comparedLength);
}

/** Returns the sections of Markdown by the keys of their headings, in the order of the text. */
export function writtenSections(markdown: string): ReadonlyMap<string, readonly WrittenSection[]> {
  const sections = markdownSections(markdown);
  const intro = { headings: [], own: { start: 0, end: sections[0]?.start ?? markdown.length } };
  const joined: (WrittenSection & { key: string })[] = [];
  for (const { headings, own } of [intro, ...sections]) {
    const text = markdown.slice(own.start, own.end).trim();
    if (headings.length === 0 && text === "") continue;
    const key = headingKey(headings.at(-1) ?? "");
    const last = joined.at(-1);
    if (last?.key === key) last.markdown += `\n\n${text}`;
    else joined.push({ key, headings, markdown: text });
  }
  return groupBy(joined, ({ key }) => key);
}
