import { extractFaqEntries, type FaqEntry, FaqInputTooLargeError, type FaqOptions } from "../faq/mod.ts";

/** Extracts the FAQ entries of a post. Returns `[]` if the post is longer than `maxInputLength`. */
export function extractFaq({ html, options }: { html: string; options: FaqOptions }): FaqEntry[] {
  try {
    return extractFaqEntries(html, options);
  } catch (error) {
    if (error instanceof FaqInputTooLargeError) return [];
    throw error;
  }
}
