import { checkHtml } from "./check_html.ts";
import type { FaqEntry } from "./faq_entry.ts";
import type { FaqOptions } from "./options/faq_options.ts";
import { fullSettingsOf } from "./options/full_settings.ts";
import { outlineEntries } from "./outline_entries.ts";
import { parse5Adapter, parseInSteps } from "./tree/parse5_tree.ts";
import { scanFaqEntries } from "./scanner/scan_faq_entries.ts";
import { faqEntriesOfTree } from "./tree.ts";

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
    return outlineEntries(parse5Adapter, root, settings).map(({ entry }) => entry);
  }
  const scanned = scanFaqEntries(html, settings);
  if (typeof scanned !== "string") return scanned;
  options?.onFallback?.(scanned);
  return faqEntriesOfTree(parse5Adapter, yield* parseInSteps(html), settings);
}
