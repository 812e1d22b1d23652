import { explainFaq, type FaqExplanation, FaqInputTooLargeError, type FaqOptions } from "../../faq/mod.ts";

/** Explains the questions of a post. Returns null if the post is longer than `maxInputLength`. */
export function explainPostFaq({
  html,
  options,
}: {
  html: string;
  options: FaqOptions;
}): FaqExplanation[] | null {
  try {
    return explainFaq(html, options);
  } catch (error) {
    if (error instanceof FaqInputTooLargeError) return null;
    throw error;
  }
}
