import {
  articleValues,
  canonicalUrlOf,
  countWords,
  type CustomFieldPlace,
  faqOptionsOf,
  type HostFaq,
  type Organization,
  type Post,
  postFields,
  type PostItem,
  postUrl,
  type Publicity,
  shownValues,
  webUrl,
} from "../../content/mod.ts";
import { namesOn } from "../../base/fields/field.ts";
import type { FaqEntry, FaqOptions } from "../../faq/mod.ts";
import { type ArticleInput, toArticle, toFaqPage } from "../../publishing/mod.ts";
import { faqEntriesOf, type TextWorks } from "../../import/text_work/mod.ts";
import { toIsoString } from "../../base/time/timestamp.ts";
import { postDates } from "./post_dates.ts";
import type { SinglePost } from "./post_schema.ts";

/** The response that shows a post, and the posts that it may refer to. */
export interface ShownIn {
  place: Exclude<CustomFieldPlace, "admin">;
  /** References to other posts are left out. Default: all references are. */
  publicity?: Publicity;
}

type Computed = {
  readonly [Name in keyof PostItem]?: (
    post: Post,
    organization: Organization,
    shownIn: ShownIn,
  ) => PostItem[Name] | undefined;
};

/** Values of a list item that are not those of the post. */
const computed: Computed = {
  url: ({ slug }, organization) => postUrl(organization, slug),
  image: ({ image }) => webUrl(image),
  canonicalUrl: ({ canonicalUrl }) => webUrl(canonicalUrl),
  wordCount: ({ wordCount, html }) => wordCount ?? (html === undefined ? undefined : countWords(html)),
  articleSection: ({ articleSection }, { section }) => articleSection ?? section,
  inLanguage: ({ inLanguage }, { language }) => inLanguage ?? language,
  isAccessibleForFree: ({ isAccessibleForFree }) => isAccessibleForFree ?? true,
  custom: ({ custom }, organization, { place, publicity }) =>
    shownValues(organization, custom, { place, isPublic: (slug) => publicity?.get(slug) === true }),
  publishedAt: ({ publishedAt }) => toIsoString(publishedAt),
  createdAt: ({ createdAt }) => toIsoString(createdAt),
  updatedAt: ({ updatedAt }) => toIsoString(updatedAt),
  changedAt: ({ changedAt }) => toIsoString(changedAt),
};

const itemNames = namesOn(postFields, "item");

/** Represents a post as a list item, or as the part of a single post that lists have too. */
export function toPostItem(organization: Organization, post: Post, shownIn: ShownIn): PostItem {
  const item: Partial<Record<string, unknown>> = {};
  for (const name of itemNames) {
    const compute = computed[name];
    const value = compute === undefined ? post[name as keyof Post] : compute(post, organization, shownIn);
    if (value !== undefined) item[name] = value;
  }
  return item as unknown as PostItem;
}

/**
 * Represents a single post with its content.
 *
 * @param extraction.now milliseconds since the epoch
 */
export async function toSinglePost(
  organization: Organization,
  post: Post,
  extraction: Extraction & { now: number; publicity?: Publicity },
): Promise<SinglePost> {
  const extracted = await extractFaqOf(organization, post, extraction);
  const { now, publicity } = extraction;
  return withFaqEntries(organization, post, { ...extracted, now, ...(publicity && { publicity }) });
}

/** The FAQ entries of a post, and the options that they were extracted with. */
export interface ExtractedFaq {
  faqEntries: FaqEntry[];
  faq: FaqOptions;
}

/** Extracts the FAQ entries of a post. */
export async function extractFaqOf(
  organization: Organization,
  post: Post,
  extraction: Extraction,
): Promise<ExtractedFaq> {
  const faq = faqOptionsOf(organization, post, extraction.faq);
  const textWork = extraction.textWork.of(organization.slug);
  return { faqEntries: await faqEntriesOf(post.html ?? "", faq, textWork), faq };
}

/** The host's options of the FAQ extraction, and the worker for long posts. */
export interface Extraction {
  faq: HostFaq;
  textWork: TextWorks;
}

/** CSS selector of the part of a post's page that is not free. */
const paywallSelector = ".paywall";

/** Returns true if only callers with a key of the organization may read the post's content. */
export function isPaid(organization: Organization, { isAccessibleForFree = true }: Post): boolean {
  return !isAccessibleForFree && organization.paidContent === "key";
}

/** Returns a single post without its content, for callers who may not read it. */
export function withoutContent(post: SinglePost): SinglePost {
  const { article } = post.structuredData;
  return { ...post, html: "", faqEntries: [], structuredData: { article }, isContentWithheld: true };
}

function withFaqEntries(
  organization: Organization,
  post: Post,
  { faqEntries, faq, now, ...shownIn }: ExtractedFaq & { now: number; publicity?: Publicity },
): SinglePost {
  const item = toPostItem(organization, post, { ...shownIn, place: "single" });
  const html = post.html ?? "";
  const { isPublicationDateUnknown = false } = post;
  const dated = articleInput(organization, item, postDates(post, now).modified);
  const input = isPublicationDateUnknown ? withoutUndefined({ ...dated, datePublished: undefined }) : dated;
  const article = toArticle(isPaid(organization, post) ? { ...input, paywallSelector } : input);
  const faqPage = toFaqPage(faqEntries, faq);
  const structuredData = faqPage === undefined ? { article } : { article, faqPage };
  return { ...item, html, faqEntries, structuredData };
}

function articleInput(
  organization: Organization,
  item: PostItem,
  modified: number | undefined,
): ArticleInput {
  const { name, siteUrl, speakable } = organization;
  const logo = webUrl(organization.logo);
  const { publishedAt, createdAt } = item;
  return withoutUndefined({
    ...item,
    url: canonicalUrlOf(organization, item),
    speakable,
    publisher: logo === undefined ? { name, url: siteUrl } : { name, url: siteUrl, logo },
    datePublished: publishedAt ?? createdAt,
    dateModified: toIsoString(modified),
    properties: articleValues(organization.postFields, item.custom),
  });
}

function withoutUndefined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
