import { type Organization, type Post, postUrl } from "../../content/mod.ts";
import type { FaqEntry } from "../../faq/mod.ts";
import { type QuestionJsonLd, toQuestion } from "../../publishing/mod.ts";
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
export interface SourcedQuestion extends QuestionJsonLd {
  url: string;
}

/** A post and its FAQ entries. */
export interface PostFaq extends ExtractedFaq {
  post: Post;
}

/** Represents the questions of a post in JSON. */
export function toFaqItems(organization: Organization, { post, faqEntries }: PostFaq): FaqItem[] {
  const { slug, name } = post;
  const source = { slug, url: postUrl(organization, slug), name };
  return faqEntries.map((entry) => ({ ...entry, post: source }));
}

/** Represents the questions of a post as questions of a FAQPage. */
export function toSourcedQuestions(
  organization: Organization,
  { post, faqEntries, faq }: PostFaq,
): SourcedQuestion[] {
  const url = postUrl(organization, post.slug);
  return faqEntries.map((entry) => ({ ...toQuestion(entry, faq), url }));
}
