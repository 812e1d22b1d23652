import type { FaqEntry } from "../../faq/mod.ts";
import type { HtmlSection } from "../../faq/html_sections.ts";
import type { Passage, ResultPassages } from "./passage.ts";

const sentenceEnd = /[.!?؟。！？][)"'”’」]?\s?/g;

/**
 * Splits a text into parts of about `size` characters, at the end of a line, a sentence or a word. A text up to half as long again is not
 * split.
 */
export function splitText(text: string, size: number): string[] {
  const parts: string[] = [];
  let start = 0;
  while (text.length - start > size * 1.5) {
    const end = start + lengthOfPart(text.slice(start, start + Math.floor(size * 1.25)), size);
    const part = text.slice(start, end).trim();
    if (part !== "") parts.push(part);
    start = end;
  }
  const last = text.slice(start).trim();
  if (last !== "") parts.push(last);
  return parts;
}

/** Returns the length of the first part of a text that is longer than a part. */
function lengthOfPart(window: string, size: number): number {
  const least = Math.floor(size / 2);
  const line = window.lastIndexOf("\n");
  if (line >= least) return line + 1;
  let sentence = 0;
  for (const { 0: end, index } of window.matchAll(sentenceEnd)) sentence = index + end.length;
  if (sentence >= least && sentence < window.length) return sentence;
  const space = window.lastIndexOf(" ");
  if (space >= least) return space + 1;
  // Keep both halves of a surrogate pair together.
  const isPair = (window.charCodeAt(size - 1) & 0xfc00) === 0xd800;
  return isPair ? size + 1 : size;
}

/** Length of the parts of a long section, in characters. */
const partSize = 800;

/** A post as a search sees it. */
export interface PostTexts {
  name: string;
  description?: string | undefined;
  authors: readonly string[];
  tags: readonly string[];
  sections: readonly HtmlSection[];
  /** Texts of the organization's fields. Default: none. */
  values?: readonly string[];
  faqEntries: readonly FaqEntry[];
}

/**
 * Returns the passages of a post: its fields, its sections by heading, and the values of the organization's fields. Each FAQ entry is a result of
 * its own.
 */
export function postPassages(post: PostTexts): ResultPassages[] {
  const { name, description = "", authors, tags, sections, values = [], faqEntries } = post;
  const fields: Passage = { heading: name, text: description, tags: [...tags, ...authors] };
  const body = sections.flatMap(({ heading = "", text, fragment }) =>
    partsOf({ heading, text, ...(fragment === undefined ? {} : { fragment }) }),
  );
  // The first of equal questions with an answer is an entry.
  const withText = sections.filter(({ text }) => text !== "").toReversed();
  const sectionOf = new Map(
    [...sections, ...withText].map((section) => [section.fullHeading ?? section.heading, section]),
  );
  const questions = faqEntries.map(({ question, answer }): ResultPassages => {
    const { heading = question, fragment } = sectionOf.get(question) ?? {};
    const entry = { heading, text: answer, ...(fragment === undefined ? {} : { fragment }) };
    return { type: "faq", passages: partsOf(entry) };
  });
  return [{ type: "post", passages: [fields, ...body, ...valuePassages(values)] }, ...questions];
}

/** Returns the passages of the values of the organization's fields. */
export function valuePassages(values: readonly string[]): Passage[] {
  return values.flatMap((text) => partsOf({ heading: "", text }));
}

/** Splits a long passage. Each part keeps the heading as its address. The end of a long heading is text. */
function partsOf(passage: Passage): Passage[] {
  const [heading = "", ...restOfHeading] = splitText(passage.heading, partSize);
  const [text = "", ...others] = [...restOfHeading, ...splitText(passage.text, partSize)];
  return [
    { ...passage, heading, text },
    ...others.map((other) => ({ ...passage, heading, text: other, isContinued: true })),
  ];
}

/** Returns the passages of a text of a knowledge base: paragraphs of about 800 characters, with the title as heading. */
export function knowledgePassages(entry: {
  text: string;
  title?: string;
  tags?: readonly string[];
}): ResultPassages[] {
  const { text, title = "", tags = [] } = entry;
  const [first, ...others] = partsOf({ heading: title, text });
  if (first === undefined) return [];
  return [{ type: "knowledge", passages: [tags.length === 0 ? first : { ...first, tags }, ...others] }];
}
