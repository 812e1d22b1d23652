import type { FaqEntry, FaqExplanation, FaqOptions } from "../../faq/mod.ts";
import { FaqInputTooLargeError, faqEntrySteps, needsTree } from "../../faq/reading.ts";
import { onFirstUse } from "../../base/first_use.ts";
import { runStepsSync } from "../../base/yielding.ts";
import type { TextWork } from "./text_work.ts";
import { TextWorkStoppedError } from "../../base/text_work_errors.ts";

/** Extracts the FAQ entries of a post, or returns an empty list if that takes too long. */
export async function faqEntriesOf(
  html: string,
  options: FaqOptions,
  textWork: TextWork,
): Promise<FaqEntry[]> {
  try {
    return await textWork.run({
      name: "extractFaq",
      input: { html, options: cloneableFaqOptions(options) },
      length: html.length,
      // A tree of the whole text takes four times as long as the scan.
      weight: needsTree(options) ? 4 : 1,
      inline: () => extractFaq({ html, options }),
      steps: () => extractFaqInSteps({ html, options }),
    });
  } catch (error) {
    if (error instanceof TextWorkStoppedError) return [];
    throw error;
  }
}

/** Returns the options without their callback, because functions cannot be sent to a worker. */
function cloneableFaqOptions(faq: FaqOptions): FaqOptions {
  const { onFallback, ...options } = faq;
  return onFallback === undefined ? faq : options;
}

/** Extracts the FAQ entries of a post. Returns `[]` if the post is longer than `maxInputLength`. */
export function extractFaq(content: { html: string; options: FaqOptions }): FaqEntry[] {
  return runStepsSync(extractFaqInSteps(content));
}

/** Extracts the same entries as {@link extractFaq}, in steps. */
function* extractFaqInSteps({
  html,
  options,
}: {
  html: string;
  options: FaqOptions;
}): Generator<void, FaqEntry[]> {
  try {
    return yield* faqEntrySteps(html, options);
  } catch (error) {
    if (error instanceof FaqInputTooLargeError) return [];
    throw error;
  }
}

const loadExplainer = onFirstUse(() => import("./explain_post_faq.ts"));

/**
 * Explains the questions of a post. Returns null if the post is longer than `maxInputLength`.
 *
 * @throws {TextTooLargeError} if the post is too long and no worker is available
 * @throws {TextWorkStoppedError} if the work takes too long
 */
export async function faqExplanationsOf(
  html: string,
  options: FaqOptions,
  textWork: TextWork,
): Promise<FaqExplanation[] | null> {
  return textWork.run({
    name: "explainFaq",
    input: { html, options: cloneableFaqOptions(options) },
    length: html.length,
    inline: async () => (await loadExplainer()).explainPostFaq({ html, options }),
  });
}
