/**
 * Reading of HTML for other rooms: its tree, and passes that can pause.
 *
 * @module
 */
export { questionKey } from "./entry_list.ts";
export { faqEntrySteps } from "./extract_faq_entries.ts";
export { textSteps, wordsTextSteps } from "./html_to_text.ts";
export { isUnrendered } from "./text/text.ts";
export { BLOCK_ELEMENTS, HEADINGS } from "./tree/elements.ts";
export { htmlNamespace, parse5Adapter } from "./tree/parse5_adapter.ts";
export { parseInSteps } from "./tree/parse5_tree.ts";
export { LONGEST_SKIPPED, MOST_SKIPPED } from "./options/skip_rules.ts";
export { needsTree } from "./options/full_settings.ts";
