import type { FoundResult, ScoredPassage } from "../search_index.ts";
import { splitText } from "../passages/post_passages.ts";
import { foldWord } from "../words/fold_word.ts";
import { forEachWord } from "../words/for_each_word.ts";
import type { ResultType } from "../passages/passage.ts";
import { type MarkdownSection, markdownSections } from "./markdown_sections.ts";

/** A part of a post that a context may quote. */
export interface ContextPart {
  type: ResultType;
  /** Orders the parts of a post. */
  score: number;
  /** Place in the post. */
  place: number;
  heading: string;
  /** The headings above the part, the outermost first, and its own. */
  headings: readonly string[];
  fragment?: string;
  /** Markdown. */
  text: string;
}

/** Size of the parts of a long section in characters. A code block or a table is never split. */
const partSize = 1200;
/** Least share of the best score of a post at which a part is quoted. */
const leastShare = 0.25;

/** The passages of a section that a query may read and has found. */
interface FoundSection extends Pick<ContextPart, "type" | "score" | "heading" | "fragment"> {
  passages: readonly ScoredPassage[];
}

/**
 * Returns the parts of a post that fit a query, the best first. Sections are Markdown. Fields, questions outside headings, and sections that the
 * Markdown does not have are plain text.
 *
 * @param found the results of the post: itself, and its FAQ entries
 * @param words the words that the query has found
 */
export function postParts(
  found: readonly FoundResult[],
  markdown: string,
  words: ReadonlySet<string>,
): ContextPart[] {
  const sections = new SectionFinder(markdownSections(markdown));
  const parts = foundSections(found).flatMap((section, place) => {
    const written = section.passages.some(({ isInLists }) => isInLists)
      ? undefined
      : sections.find(section.heading);
    const texts =
      written === undefined
        ? section.passages.flatMap(({ text }) => (text === "" ? [] : [text]))
        : inParts(written.blocks);
    return scored(texts, section, words).map(({ text, score }, index) => ({
      ...partOf(section, written),
      place: place + index / texts.length,
      text,
      score,
    }));
  });
  const inOrder = parts.toSorted((one, other) => other.score - one.score);
  return inOrder.filter(({ score }) => score >= leastShare * (inOrder[0]?.score ?? 0));
}

function partOf(
  { type, heading, fragment }: FoundSection,
  written: MarkdownSection | undefined,
): Omit<ContextPart, "score" | "place" | "text"> {
  const own = heading === "" ? [] : [heading];
  const headings = written === undefined ? own : [...written.headings.slice(0, -1).map(plain), ...own];
  return { type, heading, headings, ...(fragment === undefined ? {} : { fragment }) };
}

/** Returns the sections that the query has found, in the order of the post. The section of a FAQ entry is found once. */
function foundSections(found: readonly FoundResult[]): FoundSection[] {
  const sections = new Map<string, FoundSection>();
  const inOrder = found.toSorted((one, other) => Number(one.type === "faq") - Number(other.type === "faq"));
  for (const { type, passages } of inOrder) {
    for (const passage of passages) {
      const heading = passage.isInLists ? "" : passage.heading;
      const key = JSON.stringify([heading, passage.fragment, passage.isInLists]);
      const known = sections.get(key);
      const isRepeated = known?.passages.some(({ text }) => text === passage.text) === true;
      sections.set(key, {
        type: known === undefined ? type : mostPrecise(type, known.type),
        score: Math.max(passage.score, known?.score ?? 0),
        heading,
        ...(passage.fragment === undefined ? {} : { fragment: passage.fragment }),
        passages: [...(known?.passages ?? []), ...(isRepeated ? [] : [passage])],
      });
    }
  }
  return [...sections.values()].filter(({ score }) => score > 0);
}

function mostPrecise(one: ResultType, other: ResultType): ResultType {
  return one === "faq" ? one : other;
}

/** Joins blocks to parts of a usual size. A long paragraph is split. */
function inParts(blocks: readonly string[]): string[] {
  const parts: string[] = [];
  let part = "";
  for (const block of blocks.flatMap((one) => (isProse(one) ? splitText(one, partSize) : [one]))) {
    if (part !== "" && part.length + block.length > partSize) {
      parts.push(part);
      part = "";
    }
    part = part === "" ? block : `${part}\n\n${block}`;
  }
  return part === "" ? parts : [...parts, part];
}

/** Returns true for a paragraph, whose lines have no marks at their start. */
function isProse(block: string): boolean {
  return !block.includes("\n") && !/^ *(?:[-*+>|<`~]|\d{1,9}[.)] )/.test(block);
}

/** Scores the texts of a section by the share of the found words that each has. */
function scored(
  texts: readonly string[],
  { score }: FoundSection,
  words: ReadonlySet<string>,
): { text: string; score: number }[] {
  const counts = texts.map((text) => countFound(text, words));
  const most = Math.max(...counts, 0);
  return texts.map((text, index) => ({ text, score: (score * (1 + (counts[index] ?? 0))) / (1 + most) }));
}

function countFound(text: string, words: ReadonlySet<string>): number {
  const found = new Set<string>();
  forEachWord(text, (written) => {
    const folded = foldWord(written);
    if (words.has(folded)) found.add(folded);
  });
  return found.size;
}

/** Finds the Markdown of sections by their headings, in the order of the post. */
class SectionFinder {
  readonly #sections = new Map<string, MarkdownSection[]>();

  constructor(sections: readonly MarkdownSection[]) {
    for (const section of sections) {
      const key = keyOf(plain(section.headings.at(-1) ?? ""));
      const known = this.#sections.get(key);
      if (known === undefined) this.#sections.set(key, [section]);
      else known.push(section);
    }
  }

  /** Returns the Markdown of the next section with a heading, or undefined if there is none with content. */
  find(heading: string): MarkdownSection | undefined {
    const found = this.#sections.get(keyOf(heading))?.shift();
    return found === undefined || found.blocks.length === 0 ? undefined : found;
  }
}

/** Leaves out the marks of a heading in Markdown. */
function plain(heading: string): string {
  return heading
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replace(/<[^<>]*>|[*`]|\\(?=\p{P})/gu, "")
    .trim();
}

/** Returns the form of a heading in which HTML and Markdown agree. */
function keyOf(heading: string): string {
  return heading.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();
}
