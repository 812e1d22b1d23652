/**
 * A question of a post and its answer, as plain text.
 *
 * Both texts are non-empty. Runs of white space are one space, and runs of line breaks are one `\n`.
 */
export interface FaqEntry {
  /** The text of the heading, including the question mark. */
  question: string;
  /** The text of the elements between the heading and the next heading. */
  answer: string;
  /** The answer as simple HTML. Present only with `answerFormat: "html"`. */
  answerHtml?: string;
}
