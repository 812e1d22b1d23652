import { checkHtml } from "./check_html.ts";
import type { FaqEntry } from "./faq_entry.ts";
import type { FaqOptions } from "./options/faq_options.ts";
import { fullSettingsOf } from "./options/full_settings.ts";
import { outlineEntries, entrySteps } from "./outline_entries.ts";
import { parse5Adapter } from "./tree/parse5_adapter.ts";
import { parseInBody, parseInSteps } from "./tree/parse5_tree.ts";
import { scanFaqEntries } from "./scanner/scan_faq_entries.ts";
import { faqEntriesOfTree, faqStepsOfTree } from "./tree.ts";

/**
 * Extracts the questions and answers of a post. A question is an h2 or h3 that ends with a question mark. Its answer is
 * the text of the elements up to the next heading.
 *
 * The HTML is parsed as a browser parses a fragment in `body`, so any string is valid input. Time is linear in its
 * length.
 *
 * Source: the content API specification, "FAQ extraction rules" 1 to 3.
 *
 * @param html the HTML of the post
 * @param options question marks, sources, formats, limits and a callback; see {@link FaqOptions}
 * @returns the entries in document order, without repeated questions (ignoring case)
 * @throws {FaqInputTooLargeError} if the HTML is longer than `maxInputLength`
 * @throws {TypeError} if the HTML is not a string, or an option is unknown
 * @throws {RangeError | TypeError} if an option is out of its range
 *
 * @example
 * ```ts
 * import { extractFaqEntries } from "postern/faq";
 *
 * extractFaqEntries("<h2>Is it fast?</h2><p>It is.</p>");
 * // [{ question: "Is it fast?", answer: "It is." }]
 * ```
 */
export function extractFaqEntries(html: string, options?: FaqOptions): FaqEntry[] {
  const settings = fullSettingsOf(options);
  checkHtml("extractFaqEntries", html, settings.maxInputLength);
  if (settings.needsTree) {
    return outlineEntries(parse5Adapter, parseInBody(html), settings).map(({ entry }) => entry);
  }
  const scanned = scanFaqEntries(html, settings);
  if (typeof scanned !== "string") return scanned;
  options?.onFallback?.(scanned);
  return faqEntriesOfTree(parse5Adapter, parseInBody(html), settings);
}

/**
 * Extracts the same entries as `extractFaqEntries`, and yields while it builds a tree. The scan of HTML that needs no tree is one step.
 *
 * @throws {FaqInputTooLargeError} if the HTML is longer than `maxInputLength`
 */
export function* faqEntrySteps(html: string, options?: FaqOptions): Generator<void, FaqEntry[]> {
  const settings = fullSettingsOf(options);
  checkHtml("faqEntrySteps", html, settings.maxInputLength);
  if (settings.needsTree) {
    const root = yield* parseInSteps(html);
    const { found } = yield* entrySteps(parse5Adapter, root, settings);
    return found.map(({ entry }) => entry);
  }
  const scanned = scanFaqEntries(html, settings);
  if (typeof scanned !== "string") return scanned;
  options?.onFallback?.(scanned);
  return yield* faqStepsOfTree(parse5Adapter, yield* parseInSteps(html), settings);
}
