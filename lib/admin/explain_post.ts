import {
  faqOptionsOf,
  type FaqSettingsChange,
  faqSettingsFor,
  type HostFaq,
  type Organization,
  type StoredPostWithHtml,
} from "../content/mod.ts";
import type { FaqExplanation, FaqOptions } from "../faq/mod.ts";
import {
  cloneableFaqOptions,
  explainPostFaq,
  type TextWork,
  TextTooLargeError,
  TextWorkStoppedError,
} from "../text_work/mod.ts";

/** A heading that is a question or resembles one, with the settings that would turn it into an entry, if any. */
export interface PostFaqExplanation extends Omit<FaqExplanation, "option"> {
  change?: FaqSettingsChange;
}

/** Explains the headings of a post. Returns null if the post is too long, or explaining it takes too long. */
export async function explainPost(
  organization: Organization,
  post: StoredPostWithHtml,
  { faq, textWork }: { faq: HostFaq; textWork: TextWork },
): Promise<PostFaqExplanation[] | null> {
  const options = faqOptionsOf(organization, post, faq);
  const { html } = post;
  try {
    const explanations = await textWork.run({
      name: "explainFaq",
      input: { html, options: cloneableFaqOptions(options) },
      length: html.length,
      inline: () => explainPostFaq({ html, options }),
    });
    return explanations && explanations.map((one) => withChange(one, options, post.inLanguage));
  } catch (error) {
    if (error instanceof TextTooLargeError || error instanceof TextWorkStoppedError) return null;
    throw error;
  }
}

function withChange(
  { option, ...explanation }: FaqExplanation,
  current: FaqOptions,
  inLanguage: string,
): PostFaqExplanation {
  const change = faqSettingsFor(option, current, inLanguage);
  return change === undefined ? explanation : { ...explanation, change };
}
