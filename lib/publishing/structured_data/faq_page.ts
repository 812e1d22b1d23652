/** A question and its answer, as extracted by `postern/faq`. */
export interface QuestionAndAnswer {
  question: string;
  answer: string;
  /** The answer as HTML. Used with `answerFormat: "html"`. */
  answerHtml?: string;
}

/** Options of {@link toFaqPage}. */
export interface FaqPageOptions {
  /**
   * Format of `acceptedAnswer.text`, which search engines read as HTML. Default: `text`.
   *
   * - `text`: the unchanged text
   * - `escaped`: the text with `&` and `<` escaped as `&amp;` and `&lt;`
   * - `html`: `answerHtml`, or the escaped text if an entry has no `answerHtml`
   */
  answerFormat?: "text" | "escaped" | "html" | undefined;
}

/** A FAQPage in JSON-LD (https://schema.org/FAQPage). */
export interface FaqPageJsonLd {
  "@context": "https://schema.org";
  "@type": "FAQPage";
  mainEntity: QuestionJsonLd[];
}

/** A Question in JSON-LD (https://schema.org/Question). */
export interface QuestionJsonLd {
  "@type": "Question";
  name: string;
  acceptedAnswer: { "@type": "Answer"; text: string };
}

/** Minimum number of valid pairs for a FAQ page (spec, "FAQ extraction rules" 4). */
const minPairs = 2;

/**
 * Describes a post's FAQ entries as schema.org's FAQPage (spec, "structuredData.faqPage").
 *
 * @returns the FAQPage, or undefined if there are fewer than 2 entries
 *
 * @example
 * ```ts
 * import { toFaqPage } from "postern/structured-data";
 *
 * const entries = [
 *   { question: "Which element?", answer: "<details>" },
 *   { question: "Since when?", answer: "2011" },
 * ];
 * const faqPage = toFaqPage(entries, { answerFormat: "escaped" });
 * faqPage?.mainEntity[0]?.acceptedAnswer.text; // "&lt;details>"
 * ```
 */
export function toFaqPage(
  entries: readonly QuestionAndAnswer[],
  options: FaqPageOptions = {},
): FaqPageJsonLd | undefined {
  if (entries.length < minPairs) return undefined;
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: entries.map((entry) => toQuestion(entry, options)),
  };
}

/** Describes a FAQ entry as schema.org's Question. */
export function toQuestion(
  entry: QuestionAndAnswer,
  { answerFormat = "text" }: FaqPageOptions,
): QuestionJsonLd {
  return {
    "@type": "Question",
    name: entry.question,
    acceptedAnswer: { "@type": "Answer", text: textOf[answerFormat](entry) },
  };
}

const textOf: Readonly<
  Record<NonNullable<FaqPageOptions["answerFormat"]>, (entry: QuestionAndAnswer) => string>
> = {
  text: ({ answer }) => answer,
  escaped: ({ answer }) => escapeText(answer),
  html: ({ answer, answerHtml = escapeText(answer) }) => answerHtml,
};

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
