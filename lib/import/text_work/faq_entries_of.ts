import type { FaqEntry, FaqOptions } from "../../faq/mod.ts";
import { extractFaq, extractFaqInSteps } from "./extract_faq.ts";
import { faqWeight } from "./faq_weight.ts";
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
      weight: faqWeight(options),
      inline: () => extractFaq({ html, options }),
      steps: () => extractFaqInSteps({ html, options }),
    });
  } catch (error) {
    if (error instanceof TextWorkStoppedError) return [];
    throw error;
  }
}

/** Returns the options without their callback, because functions cannot be sent to a worker. */
export function cloneableFaqOptions(faq: FaqOptions): FaqOptions {
  const { onFallback, ...options } = faq;
  return onFallback === undefined ? faq : options;
}
