import type { FaqSource } from "./faq_source.ts";

/** What {@link extractFaqEntries} may be told. Every field is optional. */
export interface FaqOptions {
  /**
   * What a question may end with. Give `["?", "？"]` for Japanese or Chinese posts; `؟`, `;` (Greek) and `՞` are
   * further ones. It replaces the default: leave `?` out and it ends no question.
   *
   * @default ["?"]
   */
  questionMarks?: readonly string[];
  /**
   * Whether a heading that is the last content of its wrapper is answered by what follows the wrapper. DocBook,
   * WordPress blocks and GitHub wrap headings so.
   *
   * @default false
   */
  unwrapHeadings?: boolean;
  /**
   * What is published as the answer. Search engines read `acceptedAnswer.text` of the JSON-LD as HTML.
   *
   * - `"text"`: the text, as it is.
   * - `"escaped"`: the text; the JSON-LD has `&amp;` and `&lt;` for its `&` and `<`. `answer` stays the text.
   * - `"html"`: each entry gets `answerHtml` beside `answer`, and the JSON-LD takes it. It holds the elements that search
   *   engines read: h1 to h6, br, ol, ul, li, p, div, b, strong, i, em, and `a` with an absolute `href`. Other elements
   *   are unwrapped, rows of tables become lines.
   *
   * @default "text"
   */
  answerFormat?: "text" | "escaped" | "html";
  /**
   * Whether the text between the siblings of a heading belongs to its answer. In a `dd`, a `details` or a panel of
   * `sources` it always does.
   *
   * @default false
   */
  bareText?: boolean;
  /**
   * `"visible"` leaves out what readers do not see. In headings that is `aria-hidden`, screen reader text, footnote marks
   * and permalinks that repeat the heading or say what they are. In answers it is the same permalinks and footnote marks,
   * and copy buttons. An element with `style="display:none"` counts as absent.
   *
   * @default "whole"
   */
  headingText?: "whole" | "visible";
  /**
   * What may be a question besides h2 and h3.
   *
   * @default []
   */
  sources?: readonly FaqSource[];
  /**
   * The language of the HTML, as a BCP 47 tag. A language with a question mark of its own (ja, zh, ko, ar, fa, ur, el,
   * hy) takes it besides `questionMarks`. The mark of Armenian may be in any word of the last sentence.
   *
   * @default no language
   */
  language?: string;
  /**
   * How many entries to answer at most, a whole number from 1. The extractor stops reading there.
   *
   * @default unlimited
   */
  maxEntries?: number;
  /**
   * How long the HTML may be, in UTF-16 code units (`html.length`), a whole number from 1. A longer one is refused
   * with a `FaqInputTooLargeError` before any work. At the default, the worst input takes about 7 s and 1.4 GB.
   *
   * @default 5242880 (5 Mi)
   */
  maxInputLength?: number;
  /**
   * Called with the reason when the one-pass scanner was not sure of the markup, and the HTML was parsed into a tree.
   * The entries are the same, they only come later. The reasons are for statistics: they may change in any release.
   */
  onFallback?: (reason: string) => void;
}
