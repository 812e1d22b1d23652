/** A question and its answer, as `postern/faq` extracts them. */
export interface QuestionAndAnswer {
  question: string;
  answer: string;
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
 */
export function toFaqPage(entries: readonly QuestionAndAnswer[]): FaqPageJsonLd | undefined {
  if (entries.length < fewestPairs) return undefined;
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: entries.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}
