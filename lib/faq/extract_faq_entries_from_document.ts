import { domAdapter, type DomDocument } from "./tree/dom.ts";
import type { FaqEntry } from "./faq_entry.ts";
import type { FaqOptions } from "./options/faq_options.ts";
import { settingsOf } from "./options/settings.ts";
import { faqEntriesOfTree } from "./tree.ts";

/**
 * Extracts the questions and answers of a parsed document. Works with any DOM: browsers, jsdom, happy-dom, linkedom,
 * deno-dom.
 *
 * @param document a document, whose body is read, or an element or document fragment, whose descendants are read
 * @param options `questionMarks`, `unwrapHeadings` and `maxEntries`. `maxInputLength` and `onFallback` have no effect.
 *   Use `extractPublishableFaqEntriesFromDocument` for the other options.
 * @returns the entries in document order, without repeated questions (ignoring case)
 * @throws {RangeError | TypeError} if an option is unknown or out of its range
 *
 * @example
 * ```ts
 * import { extractFaqEntriesFromDocument } from "postern/faq";
 *
 * const document = new DOMParser().parseFromString("<h2>Is it fast?</h2><p>It is.</p>", "text/html");
 * extractFaqEntriesFromDocument(document);
 * // [{ question: "Is it fast?", answer: "It is." }]
 * ```
 */
export function extractFaqEntriesFromDocument(document: DomDocument, options?: FaqOptions): FaqEntry[] {
  return faqEntriesOfTree(domAdapter, document.body ?? document, settingsOf(options));
}
