import type { Awaitable } from "../../base/awaitable.ts";
import {
  type Organization,
  type Post,
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

/** Represents a post as the public API does. */
export type RepresentPost = (
  organization: Organization,
  post: Post,
) => Awaitable<Pick<PostPreview, "faqEntries" | "structuredData"> & { lastmod: number | undefined }>;

/** Creates the preview of a post. */
export async function toPreview(
  organization: Organization,
  post: StoredPostWithHtml,
  { represent, now }: { represent: RepresentPost; now: number },
): Promise<PostPreview> {
  const { faqEntries, structuredData, lastmod } = await represent(organization, shownPost(post, now));
  const status = statusAt(post, now);
  const url = postUrl(organization, post.slug);
  // The headline is the name, and `structuredDataWarnings` checks it.
  const ofPost = postWarnings(organization, post)
    .filter(({ pointer }) => pointer !== "/name")
    .map(({ pointer, message }) => ({ pointer: `/article${pointer}`, message }));
  const warnings = [...ofPost, ...structuredDataWarnings(structuredData.article, faqEntries.length)];
  const sitemapEntry = status === "published" ? toSitemapEntry(url, lastmod) : null;
  return { status, url, faqEntries, structuredData, warnings, sitemapEntry };
}

function toSitemapEntry(loc: string, lastmod: number | undefined): PostPreview["sitemapEntry"] {
  return lastmod === undefined ? { loc } : { loc, lastmod: new Date(lastmod).toISOString() };
}
