import type { HeadingLevel } from "./heading_level.ts";

/** Options of a list of questions and answers on a page. */
export interface FaqListOptions {
  /** Level of the headings of the questions, 2 to 6. Default: no headings. Each question then opens its answer (`<details>`). */
  headingLevel?: HeadingLevel | undefined;
  /** Class of the list. Default: none. */
  className?: string | undefined;
  /** Class of each question: its heading or `<summary>`. Default: none. */
  questionClassName?: string | undefined;
  /** Class of each answer. Default: none. */
  answerClassName?: string | undefined;
}
