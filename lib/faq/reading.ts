/**
 * Reading of HTML for other rooms: its tree, passes that can pause, and checks of options. The entry `faq` also has the explanations, which
 * few requests need.
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
export { FaqInputTooLargeError } from "./faq_input_too_large_error.ts";
export { FAQ_SOURCES } from "./options/faq_source.ts";
export { languageMarks } from "./options/language_marks.ts";
export { LONGEST_SKIPPED, MOST_SKIPPED } from "./options/skip_rules.ts";
export { fullSettingsOf, needsTree } from "./options/full_settings.ts";
