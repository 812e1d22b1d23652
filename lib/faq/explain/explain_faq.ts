import { checkHtml } from "../check_html.ts";
import { TitleExplainer } from "./explain_title.ts";
import { findNearQuestions } from "./near_questions.ts";
import { OptionTrials } from "./option_trials.ts";
import type { FaqExplanation } from "./faq_explanation.ts";
import type { FaqOptions } from "../options/faq_options.ts";
import { fullSettingsOf } from "../options/full_settings.ts";
import { outlineEntries } from "../outline_entries.ts";
import { parse5Adapter } from "../tree/parse5_adapter.ts";
import { parseInBody } from "../tree/parse5_tree.ts";

/**
 * Explains which headings and titles of a post are questions, and why the others are not.
 *
 * A near-question is a heading, a summary, a `dt`, a bold paragraph or the title of a toggle. It has a question mark of
 * any script near its end, or reads like an English question.
 *
 * Each suggested option was tried on the post. At most ten option sets are tried. Near-questions that need more get a
 * reason, but no option.
 *
 * @param html the HTML of the post
 * @param options the current options, as for `extractFaqEntries`
 * @returns every question and near-question in document order
 * @throws {FaqInputTooLargeError} if the HTML is longer than `maxInputLength`
 * @throws {TypeError} if the HTML is not a string, or an option is unknown
 * @throws {RangeError | TypeError} if an option is out of its range
 *
 * @example
 * ```ts
 * import { explainFaq } from "postern/faq";
 *
 * explainFaq("<h4>Is it fast?</h4><p>It is.</p>")[0]?.option; // { sources: ["h4"] }
 * ```
 */
export function explainFaq(html: string, options?: FaqOptions): FaqExplanation[] {
  const settings = fullSettingsOf(options);
  checkHtml("explainFaq", html, settings.maxInputLength);
  const root = parseInBody(html);
  const found = outlineEntries(parse5Adapter, root, settings);
  const entries = new Map(found.map(({ node, entry }) => [node, entry.question]));
  const trials = new OptionTrials(parse5Adapter, root, options);
  const explainer = new TitleExplainer(settings, trials, entries);
  return findNearQuestions(parse5Adapter, root, settings, entries).map((near) => explainer.explain(near));
}
