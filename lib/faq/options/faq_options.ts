import type { FaqSource } from "./faq_source.ts";

/** Options of {@link extractFaqEntries}. Every field is optional. */
export interface FaqOptions {
  /**
   * Marks that end a question. They replace the default, so include `?` to keep it. Use `["?", "？"]` for Japanese or
   * Chinese posts. Other marks are `؟`, `;` (Greek) and `՞`.
   *
   * @default ["?"]
   */
  questionMarks?: readonly string[];
  /**
   * If true, the answer to a heading that is the last content of its wrapper is the content after the wrapper. DocBook,
   * WordPress blocks and GitHub wrap headings like this.
   *
   * @default false
   */
  unwrapHeadings?: boolean;
  /**
   * Format of the published answer. Search engines read `acceptedAnswer.text` of the JSON-LD as HTML.
   *
   * - `"text"`: the unchanged text.
   * - `"escaped"`: the JSON-LD escapes `&` and `<` as `&amp;` and `&lt;`. `answer` is the unchanged text.
   * - `"html"`: each entry also has `answerHtml`, which the JSON-LD uses. Allowed elements are h1 to h6, br, ol, ul, li, p,
   *   div, b, strong, i, em, and `a` with an absolute `href`. Search engines read only these, so other elements are
   *   unwrapped. Table rows become lines.
   *
   * @default "text"
   */
  answerFormat?: "text" | "escaped" | "html";
  /**
   * The end of an answer to a heading.
   *
   * - `"heading"`: the next heading.
   * - `"sameLevel"`: the next heading of the same or a higher level, or the next question. Deeper headings are lines of
   *   the answer.
   *
   * @default "heading"
   */
  answerEnd?: "heading" | "sameLevel";
  /**
   * If true, closing quotes and brackets may follow the question mark: `Is it "open?"`, `(Is it?)`.
   *
   * @default false
   */
  closingMarks?: boolean;
  /**
   * Questions that are left out of the entries. Answers of other questions stay the same.
   *
   * - `.no-faq`: the heading or an element around it has this class.
   * - `[data-no-faq]`: the heading or an element around it has this attribute.
   * - `Ready to start?`: the question, in any case. A `*` at the end matches any rest: `Ready*`.
   * - a `RegExp`, for the first 1,000 characters of a question.
   *
   * At most 200 items. Each text has at most 500 characters.
   *
   * @default []
   */
  skip?: readonly (string | RegExp)[];
  /**
   * If true, text between the sibling elements of a heading belongs to its answer. In a `dd`, a `details` or a panel of
   * `sources`, such text always belongs to the answer.
   *
   * @default false
   */
  bareText?: boolean;
  /**
   * If true, parts of the page that are not text of an answer are left out of questions and answers. These are navigation,
   * buttons, edit links, feedback widgets, share bars, names of icons, and line numbers. Each formula is written once, as TeX if its
   * annotation has it. A heading in a wrapper with these parts only has the content after the wrapper as its answer.
   *
   * @default false
   */
  clean?: boolean;
  /**
   * `"visible"` omits content that readers do not see:
   *
   * - in headings: `aria-hidden`, screen reader text, footnote marks, and permalinks that repeat the heading or are
   *   labelled as permalinks
   * - in answers: the same permalinks and footnote marks, and copy buttons
   * - everywhere: elements with `style="display:none"`
   *
   * @default "whole"
   */
  headingText?: "whole" | "visible";
  /**
   * Elements that can be questions, in addition to h2 and h3.
   *
   * @default []
   */
  sources?: readonly FaqSource[];
  /**
   * The language of the HTML, as a BCP 47 tag. For ja, zh, ko, ar, fa, ur, el and hy, the language's own question mark is
   * added to `questionMarks`. The Armenian mark can be in any word of the last sentence.
   *
   * @default no language
   */
  language?: string;
  /**
   * Maximum number of entries, a whole number from 1. The extractor stops reading at this number.
   *
   * @default unlimited
   */
  maxEntries?: number;
  /**
   * Maximum length of the HTML in UTF-16 code units (`html.length`), a whole number from 1. Longer HTML throws a
   * `FaqInputTooLargeError` before any work. At the default, the worst input takes about 7 s and 1.4 GB.
   *
   * @default 5242880 (5 Mi)
   */
  maxInputLength?: number;
  /**
   * Called with a reason if the one-pass scanner cannot decide, so the HTML is parsed into a tree. The entries are the
   * same, but extraction takes longer. Use the reasons only for statistics: they can change in any release.
   */
  onFallback?: (reason: string) => void;
}
