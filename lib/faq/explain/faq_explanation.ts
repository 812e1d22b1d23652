import type { FaqFinding } from "./faq_finding.ts";
import type { FaqOptions } from "../options/faq_options.ts";

/** A heading or title that is or resembles a question, and the reason why it is an entry or not. */
export interface FaqExplanation {
  /** The text of the heading or title. */
  text: string;
  /** The element's name, such as `h2`. Titles of page builders have their class: `strong.schema-faq-question`. */
  element: string;
  /** True if it is an entry with the current options. */
  isEntry: boolean;
  /** The reason why it is an entry or not, as a sentence. */
  reason: string;
  /** The options to add to the current options to make it an entry. Absent if no option does. */
  option?: FaqOptions;
  /** The parts of an entry that an editor would not publish. Absent without any. */
  findings?: FaqFinding[];
}
