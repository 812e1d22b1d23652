import {
  isCanonicalElsewhere,
  type Organization,
  type PostStatus,
  postUrl,
  postWarnings,
  shownPost,
  statusAt,
  type StoredPostWithHtml,
} from "../../content/mod.ts";
import type { FaqEntry } from "../../faq/mod.ts";
import {
  type ArticleJsonLd,
  type FaqPageJsonLd,
  type StructuredDataWarning,
  structuredDataWarnings,
} from "../../publishing/mod.ts";
import { postDates } from "../representations/post_dates.ts";
import { type Extraction, toSinglePost } from "../representations/represent_post.ts";

/** A post's data for readers and search engines, as if the post were published. */
export interface PostPreview {
  /** `published` for a scheduled post after its publication time. */
  status: PostStatus;
  /** Absolute URL of the post's page. */
  url: string;
  faqEntries: FaqEntry[];
  structuredData: { article: ArticleJsonLd; faqPage?: FaqPageJsonLd };
  /** Missing properties that search engines recommend, and posts that are not free but that everyone can read. */
  warnings: StructuredDataWarning[];
  /** The post's entry in the sitemaps, `lastmod` in RFC 3339; null while the post is not public. */
  sitemapEntry: { loc: string; lastmod?: string } | null;
}

/** Creates the preview of a post. */
export async function toPreview(
  organization: Organization,
  post: StoredPostWithHtml,
  extraction: Extraction & { now: number },
): Promise<PostPreview> {
  const { now } = extraction;
  const shown = shownPost(post, now);
  const { faqEntries, structuredData } = await toSinglePost(organization, shown, extraction);
  const status = statusAt(post, now);
  const url = postUrl(organization, post.slug);
  // The headline is the name, and `structuredDataWarnings` checks it.
  const ofPost = postWarnings(organization, post)
    .filter(({ pointer }) => pointer !== "/name")
    .map(({ pointer, message }) => ({ pointer: `/article${pointer}`, message }));
  const warnings = [...ofPost, ...structuredDataWarnings(structuredData.article, faqEntries.length)];
  const isListed = status === "published" && !isCanonicalElsewhere(organization, post);
  const sitemapEntry = isListed ? toSitemapEntry(url, postDates(shown, now).lastmod) : null;
  return { status, url, faqEntries, structuredData, warnings, sitemapEntry };
}

function toSitemapEntry(loc: string, lastmod: number | undefined): PostPreview["sitemapEntry"] {
  return lastmod === undefined ? { loc } : { loc, lastmod: new Date(lastmod).toISOString() };
}
