import { groupBy } from "../../base/group_by.ts";
import { comparedText, type MarkdownSection, markdownSections } from "../../base/text/markdown_sections.ts";

/** A section of Markdown. Sections with the same heading that follow each other are one. */
export interface WrittenSection {
  key: string;
  /** Empty before the first heading. */
  heading: string;
  /** The section around it. */
  parent: WrittenSection | undefined;
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
  const intro = markdown.slice(0, sections[0]?.start).trim();
  const written: WrittenSection[] = [];
  if (intro !== "") written.push({ key: "", heading: "", parent: undefined, markdown: intro });
  const known = new Map<MarkdownSection | undefined, WrittenSection>();
  for (const section of sections) {
    const { heading, own } = section;
    const key = headingKey(heading);
    const text = markdown.slice(own.start, own.end).trim();
    let last = written.at(-1);
    if (last?.key === key) last.markdown += `\n\n${text}`;
    else {
      last = { key, heading, parent: known.get(section.parent), markdown: text };
      written.push(last);
    }
    known.set(section, last);
  }
  return groupBy(written, ({ key }) => key);
}
