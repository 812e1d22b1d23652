import { checkHtml } from "../check_html.ts";
import { AnswerFindings } from "./answer_findings.ts";
import { TitleExplainer } from "./explain_title.ts";
import { findNearQuestions } from "./near_questions.ts";
import { OptionTrials } from "./option_trials.ts";
import type { FaqExplanation } from "./faq_explanation.ts";
import type { FaqOptions } from "../options/faq_options.ts";
import { fullSettingsOf } from "../options/full_settings.ts";
import { readOutline } from "../outline_entries.ts";
import { parse5Adapter } from "../tree/parse5_adapter.ts";
import { parseInBody } from "../tree/parse5_tree.ts";

/**
 * Explains which headings and titles of a post are questions, and why the others are not.
 *
 * A near-question is a heading, a summary, a `dt`, a bold paragraph or the title of a toggle. It has a question mark of
 * any script near its end, or reads like an English question.
 *
 * The explanation of an entry also has findings: parts of its question or answer that an editor would not publish.
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
  const reading = readOutline(parse5Adapter, root, settings);
  const entries = new Map(reading.found.map(({ node, entry }) => [node, entry.question]));
  const answers = new AnswerFindings(parse5Adapter, reading, settings);
  const findings = new Map(reading.found.map((found) => [found.node, answers.of(found)]));
  const trials = new OptionTrials(parse5Adapter, root, options);
  const explainer = new TitleExplainer(settings, trials, entries);
  return findNearQuestions(parse5Adapter, root, settings, entries).map((near) => {
    const explanation = explainer.explain(near);
    const found = findings.get(near.node) ?? [];
    return found.length === 0 ? explanation : { ...explanation, findings: found };
  });
}
