import { type FaqSettingsChange, faqSettingsFor } from "../../content/mod.ts";
import type { FaqExplanation, FaqFinding, FaqOptions } from "../../faq/mod.ts";
import { TextTooLargeError, TextWorkStoppedError } from "../../base/text_work_errors.ts";
import { faqExplanationsOf, type TextWork } from "../../import/text_work/mod.ts";

/** A heading that is a question or resembles one, with the settings that would turn it into an entry, if any. */
export interface PostFaqExplanation extends Omit<FaqExplanation, "option" | "findings"> {
  change?: FaqSettingsChange;
  findings?: PostFaqFinding[];
}

/** A part of an entry that an editor would not publish, with the settings that would mend it, if any. */
export interface PostFaqFinding extends Omit<FaqFinding, "option"> {
  change?: FaqSettingsChange;
}

/**
 * Explains which headings of a text are questions, and why the others are not. Returns null if the text is too long, or explaining it
 * takes too long.
 */
export async function explainHtml(
  html: string,
  { options, inLanguage, textWork }: { options: FaqOptions; inLanguage: string; textWork: TextWork },
): Promise<PostFaqExplanation[] | null> {
  try {
    const explanations = await faqExplanationsOf(html, options, textWork);
    return explanations && explanations.map((one) => withChanges(one, options, inLanguage));
  } catch (error) {
    if (error instanceof TextTooLargeError || error instanceof TextWorkStoppedError) return null;
    throw error;
  }
}

function withChanges(
  { findings, ...explanation }: FaqExplanation,
  current: FaqOptions,
  inLanguage: string,
): PostFaqExplanation {
  const changed = withChange(explanation, current, inLanguage);
  if (findings === undefined) return changed;
  return { ...changed, findings: findings.map((one) => withChange(one, current, inLanguage)) };
}

function withChange<Explained extends { option?: FaqOptions }>(
  { option, ...explained }: Explained,
  current: FaqOptions,
  inLanguage: string,
): Omit<Explained, "option"> & { change?: FaqSettingsChange } {
  const change = faqSettingsFor(option, current, inLanguage);
  return change === undefined ? explained : { ...explained, change };
}
