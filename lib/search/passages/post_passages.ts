import type { FaqEntry } from "../../faq/mod.ts";
import type { HtmlSection } from "../../faq/html_sections.ts";
import type { Passage, ResultPassages } from "./passage.ts";
import { splitText } from "./split_text.ts";

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
  const sectionOf = new Map(sections.map((section) => [section.fullHeading ?? section.heading, section]));
  const questions = faqEntries.map(({ question, answer }): ResultPassages => {
    const { heading = question, fragment } = sectionOf.get(question) ?? {};
    const entry = { heading, text: answer, ...(fragment === undefined ? {} : { fragment }) };
    return { type: "faq", passages: partsOf(entry) };
  });
  const custom = values.flatMap((text) => partsOf({ heading: "", text }));
  return [{ type: "post", passages: [fields, ...body, ...custom] }, ...questions];
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

/** Returns the passages of a text of a knowledge base: paragraphs of about 800 characters. */
export function knowledgePassages(text: string): ResultPassages[] {
  return [
    { type: "knowledge", passages: splitText(text, partSize).map((part) => ({ heading: "", text: part })) },
  ];
}
