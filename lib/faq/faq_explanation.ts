import type { FaqOptions } from "./faq_options.ts";

/** One heading or title that is, or resembles, a question, and the reason why it is an entry or not. */
export interface FaqExplanation {
  /** The text of the heading or title. */
  text: string;
  /** The element's name, with the class of a block's title: `h2`, `summary`, `strong.schema-faq-question`. */
  element: string;
  /** Whether the options in force make an entry of it. */
  isEntry: boolean;
  /** Why it is an entry or not, as a sentence. */
  reason: string;
  /** The options that would make an entry of it, besides those in force. Absent when no option does. */
  option?: FaqOptions;
}
