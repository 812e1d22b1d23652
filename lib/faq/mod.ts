/**
 * The extraction rules of the specification. Extracts questions and answers from HTML.
 *
 * @module
 */
export type { DomDocument, DomNode } from "./tree/dom.ts";
export { explainFaq } from "./explain/explain_faq.ts";
export { extractFaqEntriesFromDocument } from "./extract_faq_entries_from_document.ts";
export { extractPublishableFaqEntriesFromDocument } from "./extract_publishable_faq_entries_from_document.ts";
export type { FaqEntry } from "./faq_entry.ts";
export type { FaqFinding, FaqFindingCode } from "./explain/faq_finding.ts";
export type { FaqExplanation } from "./explain/faq_explanation.ts";
export { FaqInputTooLargeError } from "./faq_input_too_large_error.ts";
export type { FaqOptions } from "./options/faq_options.ts";
export { FAQ_SOURCES, type FaqSource } from "./options/faq_source.ts";
export { extractFaqEntries } from "./extract_faq_entries.ts";
export { htmlToText } from "./html_to_text.ts";
