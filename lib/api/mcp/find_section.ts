import { groupBy } from "../../base/group_by.ts";
import { comparedText, type MarkdownSection } from "../../base/text/markdown_sections.ts";
import type { HtmlSection } from "../../faq/html_sections.ts";

/** Adds the fragments of the headings of a post's HTML to the sections of its Markdown, by the texts of the headings. */
export function withFragments(
  sections: readonly MarkdownSection[],
  headings: readonly HtmlSection[],
): MarkdownSection[] {
  const found = groupBy(
    headings.flatMap((written) => keysOf(written).map((key) => ({ key, fragment: written.fragment }))),
    ({ key }) => key,
  );
  const next = new Map<string, number>();
  return sections.map((section) => {
    const key = comparedText(section.heading);
    const at = next.get(key) ?? 0;
    next.set(key, at + 1);
    const fragment = found.get(key)?.[at]?.fragment;
    return fragment === undefined ? section : { ...section, fragment };
  });
}

function keysOf({ heading, fullHeading }: HtmlSection): string[] {
  if (heading === undefined) return [];
  return [...new Set([comparedText(heading), comparedText(fullHeading ?? heading)])];
}

/** Finds a section by its fragment, by the text of its heading, or by the beginning of this text. */
export function findSection(sections: readonly MarkdownSection[], name: string): MarkdownSection | undefined {
  const wanted = comparedText(name);
  const findBy = (isMatch: (heading: string) => boolean): MarkdownSection | undefined =>
    wanted === "" ? undefined : sections.find(({ heading }) => isMatch(comparedText(heading)));
  return (
    sections.find(({ fragment }) => fragment === name) ??
    findBy((heading) => heading === wanted) ??
    findBy((heading) => heading.startsWith(wanted))
  );
}
