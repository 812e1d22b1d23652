/**
 * React components for pages that show posts: JSON-LD and FAQ entries. They use no hooks, so they are server components too.
 *
 * @module
 */
export { FaqList, type FaqListProps } from "./faq_list.ts";
export { InvalidOptionError } from "../../base/input/invalid_option_error.ts";
export { JsonLd, type JsonLdProps } from "./json_ld.ts";
