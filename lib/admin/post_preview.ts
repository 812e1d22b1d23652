import type { Awaitable } from "../awaitable.ts";
import {
  type Organization,
  type Post,
  type PostStatus,
  postUrl,
  postWarnings,
  statusAt,
  type StoredPostWithHtml,
} from "../content/mod.ts";
import type { FaqEntry } from "../faq/mod.ts";
import { lastModified } from "../sitemap/mod.ts";
import {
  type ArticleJsonLd,
  type FaqPageJsonLd,
  type StructuredDataWarning,
  structuredDataWarnings,
} from "../structured_data/mod.ts";

/** What readers and search engines get of a post, or would get if it was published. */
export interface PostPreview {
  /** A scheduled post whose time has come is `published`. */
  status: PostStatus;
  /** Absolute URL of the post's page. */
  url: string;
  faqEntries: FaqEntry[];
  structuredData: { article: ArticleJsonLd; faqPage?: FaqPageJsonLd };
  /** Properties that search engines would miss, and whether everyone can read a post that is not free. */
  warnings: StructuredDataWarning[];
  /** The post's entry in the sitemaps, `lastmod` in RFC 3339; null while the post is not public. */
  sitemapEntry: { loc: string; lastmod?: string } | null;
}

/** Shows a post as the public API does. */
export type RepresentPost = (
  organization: Organization,
  post: Post,
) => Awaitable<Pick<PostPreview, "faqEntries" | "structuredData">>;

/** Previews a post. */
export async function toPreview(
  organization: Organization,
  post: StoredPostWithHtml,
  { represent, now }: { represent: RepresentPost; now: number },
): Promise<PostPreview> {
  const { faqEntries, structuredData } = await represent(organization, post);
  const status = statusAt(post, now);
  const url = postUrl(organization, post.slug);
  // The headline is the name, and `structuredDataWarnings` checks it.
  const ofPost = postWarnings(organization, post)
    .filter(({ pointer }) => pointer !== "/name")
    .map(({ pointer, message }) => ({ pointer: `/article${pointer}`, message }));
  const warnings = [...ofPost, ...structuredDataWarnings(structuredData.article, faqEntries.length)];
  const sitemapEntry = status === "published" ? toSitemapEntry(url, lastModified(post, now)) : null;
  return { status, url, faqEntries, structuredData, warnings, sitemapEntry };
}

function toSitemapEntry(loc: string, lastmod: number | undefined): PostPreview["sitemapEntry"] {
  return lastmod === undefined ? { loc } : { loc, lastmod: new Date(lastmod).toISOString() };
}
