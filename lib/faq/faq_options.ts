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
