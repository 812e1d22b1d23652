import { groupBy } from "../../base/group_by.ts";
import { cutText } from "../../base/text/well_formed.ts";
import type { Steps } from "../../base/yielding.ts";
import { roundScore } from "../index/rank.ts";
import type { Work } from "../index/work.ts";
import type { FoundResult, ScoredPassage } from "../search_index.ts";
import type { ResultType } from "../passages/passage.ts";
import { foldWord } from "../words/fold_word.ts";
import { forEachWord } from "../words/for_each_word.ts";
import { escapeTags } from "./escape_tags.ts";
import { markdownParts } from "./markdown_blocks.ts";
import { headingKey, type WrittenSection, writtenSections } from "./written_sections.ts";

/** A part of a document that a context may quote. */
export interface ContextPart {
  type: ResultType;
  /** Orders the parts of a document. */
  score: number;
  /** Place in the document. */
  place: number;
  heading: string;
  /** The headings above the part, the outermost first, and its own. */
  headings: readonly string[];
  fragment?: string;
  /** Markdown. */
  text: string;
}

/** Least share of the best score of a document at which a part is quoted. */
const leastShare = 0.25;
/** Maximum length of a heading of a part. The rest is left out. */
const longestHeading = 200;
/** Number of characters of a part in which words are counted. */
const mostCounted = 20_000;

/** The passages of a section that a query may read. */
interface FoundSection extends Pick<ContextPart, "type" | "score" | "heading" | "fragment"> {
  passages: ScoredPassage[];
  written?: WrittenSection | undefined;
}

/** The content of a document, and the words that a query has found. */
export interface PartsOptions {
  /** Markdown of a post. Empty if there is none. */
  markdown: string;
  /** Texts of the organization's fields. */
  values: readonly string[];
  words: ReadonlySet<string>;
  work: Work;
}

/**
 * Returns the parts of a document that fit a query, the best first. Sections are Markdown. Fields, questions outside headings, knowledge texts, and
 * sections that the Markdown does not have are plain text.
 *
 * @param found the results of the document: itself, and its FAQ entries
 */
export function* postParts(
  found: readonly FoundResult[],
  { markdown, values, words, work }: PartsOptions,
): Steps<ContextPart[]> {
  const sections = foundSections(found, writtenSections(markdown), new Set(values));
  const parts: ContextPart[] = [];
  for (const [place, section] of sections.entries()) {
    const { passages, written, score, heading, ...others } = section;
    if (score <= 0) continue;
    const texts =
      written === undefined
        ? passages.flatMap(({ text }) => (text === "" ? [] : [escapeTags(text)]))
        : markdownParts(written.markdown);
    const counts: number[] = [];
    for (const text of texts) {
      counts.push(countFound(text.slice(0, mostCounted), words));
      if (work.add(text.length)) yield;
    }
    const most = Math.max(1, counts.reduce((one, other) => Math.max(one, other), 0) + 1);
    const headings = headingsOf(section);
    for (const [at, text] of texts.entries()) {
      const ownScore = roundScore((score * (1 + (counts[at] ?? 0))) / most);
      parts.push({
        ...others,
        heading: cutText(heading, longestHeading),
        headings,
        place: place + at / texts.length,
        text,
        score: ownScore,
      });
    }
  }
  const inOrder = parts.toSorted((one, other) => other.score - one.score);
  return inOrder.filter(({ score }) => score >= leastShare * (inOrder[0]?.score ?? 0));
}

/** Returns the headings above a section, the outermost first, and its own. */
function headingsOf({ heading, written }: FoundSection): string[] {
  const headings = heading === "" ? [] : [heading];
  for (let above = written?.parent; above !== undefined; above = above.parent)
    headings.unshift(above.heading);
  return headings.map((one) => cutText(one, longestHeading));
}

/** Returns the sections of a post in its order, and its questions outside headings. */
function foundSections(
  found: readonly FoundResult[],
  written: ReadonlyMap<string, readonly WrittenSection[]>,
  values: ReadonlySet<string>,
): FoundSection[] {
  const own = found.find(({ type }) => type !== "faq");
  const sections = own === undefined ? [] : ownSections(own, written, values);
  const byName = new Map<string, FoundSection>();
  for (const section of sections) {
    const name = nameOf(section);
    if (!byName.has(name) && section.heading !== "") byName.set(name, section);
  }
  for (const { type, passages } of found) {
    if (type !== "faq") continue;
    const added: FoundSection[] = [];
    for (const passage of passages) {
      const known = byName.get(nameOf(passage));
      if (known !== undefined) {
        known.type = type;
        known.score = Math.max(known.score, passage.score);
      } else addTo(added, passage, type);
    }
    for (const section of added) {
      const same = own === undefined ? (written.get(headingKey(section.heading)) ?? []) : [];
      if (same.length === 1) section.written = same[0];
    }
    sections.push(...added);
  }
  return sections;
}

/** Returns the sections of a post's passages, with their Markdown if it has as many sections with the heading. */
function ownSections(
  { type, passages }: FoundResult,
  written: ReadonlyMap<string, readonly WrittenSection[]>,
  values: ReadonlySet<string>,
): FoundSection[] {
  const plain: FoundSection[] = [];
  const sections: FoundSection[] = [];
  const fields: FoundSection[] = [];
  for (const passage of passages) {
    if (passage.isInLists) fields.push({ type, score: passage.score, heading: "", passages: [passage] });
    else addTo(passage.heading === "" && values.has(passage.text) ? plain : sections, passage, type);
  }
  const byKey = groupBy(sections, ({ heading }) => headingKey(heading));
  for (const [key, same] of byKey) {
    const texts = written.get(key) ?? [];
    if (texts.length !== same.length) continue;
    for (const [at, section] of same.entries()) {
      const text = texts[at];
      if (text === undefined) continue;
      // The text of HTML is exact. Markdown has marks.
      text.heading = section.heading;
      section.written = text;
    }
  }
  return [...fields, ...sections, ...plain];
}

/** Adds a passage to the last section, if it has the same heading, or as a section. */
function addTo(sections: FoundSection[], passage: ScoredPassage, type: ResultType): void {
  const { heading, fragment, score } = passage;
  const last = sections.at(-1);
  if (last !== undefined && headingKey(last.heading) === headingKey(heading)) {
    last.passages.push(passage);
    last.score = Math.max(last.score, score);
    return;
  }
  const section: FoundSection = { type, score, heading, passages: [passage] };
  if (fragment !== undefined) section.fragment = fragment;
  sections.push(section);
}

function nameOf({ heading, fragment }: Pick<FoundSection, "heading" | "fragment">): string {
  return JSON.stringify([heading, fragment]);
}

function countFound(text: string, words: ReadonlySet<string>): number {
  const found = new Set<string>();
  forEachWord(text, (written) => {
    const folded = foldWord(written);
    if (words.has(folded)) found.add(folded);
  });
  return found.size;
}
