import { faqOptionsOf, type HostFaq, type Organization, type StoredPostWithHtml } from "../../content/mod.ts";
import type { TextWorks } from "../../import/text_work/mod.ts";
import { explainHtml, type PostFaqExplanation } from "./explain_html.ts";

/** Explains the headings of a post. Returns null if the post is too long, or explaining it takes too long. */
export async function explainPost(
  organization: Organization,
  post: StoredPostWithHtml,
  { faq, textWork }: { faq: HostFaq; textWork: TextWorks },
): Promise<PostFaqExplanation[] | null> {
  const options = faqOptionsOf(organization, post, faq);
  return explainHtml(post.html, {
    options,
    inLanguage: post.inLanguage,
    textWork: textWork.of(organization.slug),
  });
}
