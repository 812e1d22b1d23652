import type { PagePartCode } from "../clean/part_kinds.ts";
import type { FaqOptions } from "../options/faq_options.ts";

/** Code of a finding about an entry. `docs/faq_options.md` describes each. */
export type FaqFindingCode =
  | PagePartCode
  | "permalink"
  | "repeated-formula"
  | "footnote-mark"
  | "bare-text"
  | "cut-off"
  | "call-to-action"
  | "one-word-question"
  | "missing-picture"
  | "protected-email"
  | "short-answer"
  | "same-answer"
  | "link-only"
  | "placeholder"
  | "raw-markup"
  | "answer-label";

/** A part of an entry that an editor would not publish. */
export interface FaqFinding {
  code: FaqFindingCode;
  /** The finding, as a sentence. */
  message: string;
  /** The text that was found, at most 100 characters. */
  excerpt: string;
  /** The options to add to the current options to mend it. Absent if no option does. */
  option?: FaqOptions;
}
