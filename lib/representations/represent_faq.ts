import { type Organization, type Post, postUrl } from "../content/mod.ts";
import type { FaqEntry } from "../faq/mod.ts";
import { type QuestionJsonLd, toQuestion } from "../structured_data/faq_page.ts";
import type { ExtractedFaq } from "./represent_post.ts";

/** A question of an organization, its answer, and its post. */
export interface FaqItem extends FaqEntry {
  post: { slug: string; url: string; name: string };
}

/** A page of the questions of an organization. */
export interface FaqList {
  faqEntries: FaqItem[];
  /** The cursor of the next page, or null on the last page. */
  nextCursor: string | null;
}

/** A page of the questions as a FAQPage in JSON-LD (https://schema.org/FAQPage). Each question has the URL of its post. */
export interface OrganizationFaqPage {
  "@context": "https://schema.org";
  "@type": "FAQPage";
  mainEntity: SourcedQuestion[];
}

/** A Question with the URL of its post. */
interface SourcedQuestion extends QuestionJsonLd {
  url: string;
}

/** A post and its FAQ entries. */
export interface PostFaq extends ExtractedFaq {
  post: Post;
}

/** Represents the questions of posts in JSON. */
export function toFaqItems(organization: Organization, posts: readonly PostFaq[]): FaqItem[] {
  return posts.flatMap(({ post, faqEntries }) => {
    const { slug, name } = post;
    const url = postUrl(organization, slug);
    return faqEntries.map((entry) => ({ ...entry, post: { slug, url, name } }));
  });
}

/** Represents the questions of posts as one FAQPage. It may have no question. */
export function toOrganizationFaqPage(
  organization: Organization,
  posts: readonly PostFaq[],
): OrganizationFaqPage {
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: posts.flatMap(({ post, faqEntries, faq }) => {
      const url = postUrl(organization, post.slug);
      return faqEntries.map((entry) => ({ ...toQuestion(entry, faq), url }));
    }),
  };
}
