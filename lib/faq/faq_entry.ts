/**
 * One question of a post and its answer, as plain text.
 *
 * Neither text is ever empty. White space is single spaces, line breaks are single `\n`.
 */
export interface FaqEntry {
  /** The text of the heading, its question mark included. */
  question: string;
  /** The text of the elements between the heading and the next one. */
  answer: string;
  /** The answer as HTML of a few elements, with `answerFormat: "html"` alone. */
  answerHtml?: string;
}
