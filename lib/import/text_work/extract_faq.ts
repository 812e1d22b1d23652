import { extractFaqEntries, type FaqEntry, FaqInputTooLargeError, type FaqOptions } from "../../faq/mod.ts";
import { faqEntrySteps } from "../../faq/reading.ts";

/** Extracts the FAQ entries of a post. Returns `[]` if the post is longer than `maxInputLength`. */
export function extractFaq({ html, options }: { html: string; options: FaqOptions }): FaqEntry[] {
  try {
    return extractFaqEntries(html, options);
  } catch (error) {
    if (error instanceof FaqInputTooLargeError) return [];
    throw error;
  }
}

/** Extracts the same entries as {@link extractFaq}, in steps. */
export function* extractFaqInSteps({
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
