import { type DomDocument, domAdapter, type DomNode } from "./tree/dom.ts";
import type { FaqEntry } from "./faq_entry.ts";
import type { FaqOptions } from "./options/faq_options.ts";
import { fullSettingsOf } from "./options/full_settings.ts";
import { outlineEntries } from "./outline_entries.ts";
import type { FullTreeAdapter } from "./tree/tree_adapter.ts";

/** Adapter for any DOM, including attributes. */
const fullDomAdapter: FullTreeAdapter<DomNode> = {
  ...domAdapter,
  attribute: (element, name) => element.getAttribute?.(name) ?? undefined,
};

/**
 * Extracts the questions and answers of a parsed document, with all options of `extractFaqEntries`.
 * For the default options, `extractFaqEntriesFromDocument` gives the same entries with less code.
 *
 * @param document a document, whose body is read, or any other node, whose descendants are read
 * @param options as for `extractFaqEntries`; `maxInputLength` and `onFallback` have no effect
 * @returns the entries in document order, without repeated questions (ignoring case)
 * @throws {RangeError | TypeError} if an option is unknown or out of its range
 *
 * @example
 * ```ts
 * import { extractPublishableFaqEntriesFromDocument } from "postern/faq";
 *
 * const html = "<details><summary>Is it fast?</summary>It is.</details>";
 * const document = new DOMParser().parseFromString(html, "text/html");
 * extractPublishableFaqEntriesFromDocument(document, { sources: ["details"] });
 * // [{ question: "Is it fast?", answer: "It is." }]
 * ```
 */
export function extractPublishableFaqEntriesFromDocument(
  document: DomDocument,
  options?: FaqOptions,
): FaqEntry[] {
  const root = document.body ?? document;
  return outlineEntries(fullDomAdapter, root, fullSettingsOf(options)).map(({ entry }) => entry);
}
