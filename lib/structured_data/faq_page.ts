/** A question and its answer, as `postern/faq` extracts them. */
export interface QuestionAndAnswer {
  question: string;
  answer: string;
  /** The answer as HTML, for `answerFormat: "html"`. */
  answerHtml?: string;
}

/** Options of {@link toFaqPage}. */
export interface FaqPageOptions {
  /**
   * How `acceptedAnswer.text`, which search engines read as HTML, has the answer: as the text it is, with `&amp;` and `&lt;` for its
   * `&` and `<`, or as `answerHtml` (the escaped text where an entry has none). Default: `text`.
   */
  answerFormat?: "text" | "escaped" | "html" | undefined;
}

/** A FAQPage in JSON-LD (https://schema.org/FAQPage). */
export interface FaqPageJsonLd {
  "@context": "https://schema.org";
  "@type": "FAQPage";
  mainEntity: {
    "@type": "Question";
    name: string;
    acceptedAnswer: { "@type": "Answer"; text: string };
  }[];
}

/** Fewer valid pairs than this make no FAQ page (spec, "FAQ extraction rules" 4). */
const fewestPairs = 2;

/**
 * Describes a post's FAQ entries as schema.org's FAQPage (spec, "structuredData.faqPage").
 *
 * @returns undefined when there are fewer than 2 entries
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
  { answerFormat = "text" }: FaqPageOptions = {},
): FaqPageJsonLd | undefined {
  if (entries.length < fewestPairs) return undefined;
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: entries.map((entry) => ({
      "@type": "Question",
      name: entry.question,
      acceptedAnswer: { "@type": "Answer", text: textOf[answerFormat](entry) },
    })),
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
