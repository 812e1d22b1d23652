import { domAdapter, type DomDocument } from "./dom.ts";
import type { FaqEntry } from "./faq_entry.ts";
import type { FaqOptions } from "./faq_options.ts";
import { settingsOf } from "./settings.ts";
import { faqEntriesOfTree } from "./tree.ts";

/**
 * Extracts the questions and answers of a document that is parsed already, by any DOM: the browser's, jsdom, happy-dom,
 * linkedom, deno-dom. An element or a document fragment will do too: its descendants are read.
 *
 * @param document a document, of which the body is read, or any other node
 * @param options `questionMarks`, `unwrapHeadings` and `maxEntries`; `extractPublishableFaqEntriesFromDocument` has all;
 *   `maxInputLength` and `onFallback` have no meaning here
 * @returns the entries in document order, questions distinct without regard to case; `[]` when there is none
 * @throws {RangeError | TypeError} when an option is unknown or out of its range
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
