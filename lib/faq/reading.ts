/**
 * Reading of HTML for other rooms: its tree, and passes that can pause.
 *
 * @module
 */
export { faqEntrySteps } from "./faq_entry_steps.ts";
export { wordsTextSteps } from "./html_to_text.ts";
export { isIgnored } from "./text/text.ts";
export { BLOCK_ELEMENTS, HEADINGS } from "./tree/elements.ts";
export { parse5Adapter, parseInSteps } from "./tree/parse5_tree.ts";
