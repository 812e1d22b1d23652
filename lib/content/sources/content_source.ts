import type { Awaitable } from "../../base/awaitable.ts";
import type { KeyRateLimit } from "../../base/key_rate_limit.ts";
import type { Timestamp } from "../../base/time/timestamp.ts";
import type { CustomField } from "../custom_fields/custom_field.ts";
import type { OrganizationFaq } from "../organizations/organization_faq.ts";
import type { Post } from "../posts/post_forms.ts";

/** The fields of an organization that the public API needs. */
export interface Organization {
  /** Permanent id. Never reuse it for another organization, because API keys are bound to it. */
  id: string;
  /** The name in the API's paths. */
  slug: string;
  name: string;
  /** Absolute URL of the site that shows the posts, without a trailing slash: `https://example.com`. */
  siteUrl: string;
  /** Path of a post's page on the site, with `{slug}` for the post's slug: `/blog/{slug}`. */
  postUrlTemplate: string;
  /** Absolute URL at which the site shows the organization's sitemap. Default: `/sitemap.xml` on the site. */
  sitemapUrl?: string;
  /** Absolute URL at which the site shows the sitemap of the posts. Default: `/sitemap-posts.xml` on the site. */
  postSitemapUrl?: string;
  /** Absolute https URL of the site's own preview of a post, with `{slug}` and `{token}`. Default: preview links lead to a page of the API. */
  previewUrl?: string;
  /** BCP 47 tag of posts without `inLanguage`. */
  language: string;
  /** Section of posts without `articleSection`. */
  section: string;
  /** CSS selectors of title, description and paragraphs of a post's page. */
  speakable: readonly string[];
  /** Description of the site: one or two sentences of plain text. */
  description?: string;
  /** Absolute http or https URL of the publisher's logo. Other URLs are left out of responses. */
  logo?: string;
  /** Absolute http or https URLs of other pages about the organization, such as profiles. Other URLs are left out of responses. */
  sameAs?: readonly string[];
  /** Enables feeds of the newest posts and `llms.txt`. An object sets the feeds' paths on the site. Default: false. */
  feeds?: boolean | FeedPaths;
  /** Callers who get the content of posts that are not free: everyone, or callers with a key. Default: `open`. */
  paidContent?: PaidContent;
  /** Fields of posts that the organization defines. Default: none. */
  postFields?: readonly CustomField[];
  /** Groups of words and phrases that mean the same in searches. Default: none. */
  synonyms?: readonly (readonly string[])[];
  /** Settings for FAQ extraction. Default of each field: the host's setting. */
  faq?: OrganizationFaq;
  /** Limits of each key without its own. Default: the API's. */
  rateLimit?: KeyRateLimit;
  /** Time of the last change. */
  updatedAt?: Timestamp;
  /** Opaque text that changes with every edit. If organization and post both have a version, rendered posts are cached. */
  version?: string;
}

/**
 * Callers who get the HTML, FAQ entries and Markdown of posts with `isAccessibleForFree: false`: everyone (`open`), or callers with a key
 * of the organization (`key`). Feeds never contain them.
 */
export type PaidContent = "open" | "key";

/** Paths at which the site serves its feeds, such as `/feed.xml`. A feed without a path does not contain its own address. */
export interface FeedPaths {
  rss?: string;
  atom?: string;
  json?: string;
}

/** A value of a database for a value of the API: 0 and 1 for booleans, digits and BigInts for numbers. */
type FromDatabase<Value> =
  | Value
  | (Extract<Value, boolean> extends never ? never : 0 | 1)
  | (Extract<Value, number> extends never ? never : bigint | string);

/** Fields whose missing value opens the content of paid posts, so null is refused. */
type Guard = "isAccessibleForFree" | "paidContent";

/**
 * A row of a host's database. It may have more columns. Null is a missing value of an optional field, 0 and 1 are booleans, and digits up to
 * 2^53-1 are numbers. Any other value is an error, and the API leaves the post out.
 */
export type HostRow<Fields> = {
  [Name in keyof Fields]:
    | FromDatabase<Fields[Name]>
    | (object extends Pick<Fields, Name> ? (Name extends Guard ? undefined : null | undefined) : never);
};

/** A row with an organization. The fields with a default in `organizations.create` are optional. */
export type OrganizationRow = HostRow<
  Omit<Organization, DefaultField> & Partial<Pick<Organization, DefaultField>>
>;

type DefaultField = "postUrlTemplate" | "language" | "section" | "speakable";

/** Fields that lists are sorted by. */
export const postSortFields = ["createdAt", "updatedAt", "name", "publishedAt", "changedAt"] as const;

/** Field that a list is sorted by. */
export type PostSortField = (typeof postSortFields)[number];

/** Sort order of a list; `-` means descending. */
export type PostSort = PostSortField | `-${PostSortField}`;

/** Filter, order and page of a list of posts. */
export interface PostQuery {
  sort: PostSort;
  /** Maximum number of posts. */
  limit: number;
  /** `next` of the previous page. Default: the first page. */
  after?: string;
  section?: string;
  /**
   * Language range, which finds the posts with this tag or with a more specific tag: `en` also finds `en-GB` (RFC 4647, basic filtering). Case is
   * ignored. Only for sources whose `filters` contain `language`.
   */
  language?: string;
  /** A tag, compared exactly, in Unicode form NFC like all names. Only for sources whose `filters` do not contain `tags`. */
  tag?: string;
  /** Only posts with any of these tags, compared exactly. Only for sources whose `filters` contain `tags`. */
  tags?: readonly string[];
  /** Only posts without any of these tags, compared exactly. Only for sources whose `filters` contain `notTags`. */
  notTags?: readonly string[];
  /** Name of one of the authors, compared exactly. A source may ignore it, because the API filters the posts again. */
  author?: string;
  /** Only posts whose `changedAt`, or else `updatedAt`, is this time or later, in milliseconds since the epoch. */
  updatedSince?: number;
  /** Filters by fields that the organization defines, each of another field. Only for sources whose `filters` contain `custom`. */
  custom?: readonly CustomFilter[];
  /** Order by a field that the organization defines, in place of `sort`. Only for sources whose `filters` contain `custom`. */
  customSort?: CustomSort;
  /** True if the posts must include `html`. Default: false. */
  html?: boolean;
}

/** Value of a field that lists can be filtered by. */
export type FilterValue = string | number | boolean;

/** Filter by a field that the organization defines. */
export interface CustomFilter {
  field: CustomField;
  /** The value, or an item of the list. Texts are compared in Unicode form NFC, times by their instant. Default: any value. */
  is?: FilterValue;
  /** Least number, date or time. Default: no limit. */
  from?: FilterValue;
  /** Greatest number, date or time. Default: no limit. */
  to?: FilterValue;
}

/** Order by a field that the organization defines. Posts without a value are last. */
export interface CustomSort {
  field: CustomField;
  /** True for the descending order. */
  reverse: boolean;
}

/** Filter of posts. */
export type PostFilter = Pick<
  PostQuery,
  "section" | "language" | "tag" | "tags" | "notTags" | "author" | "updatedSince" | "custom"
>;

/** Filters that a source may know. */
export const sourceFilters = ["language", "tags", "notTags", "custom"] as const;

/** A filter that a source may know. Every source knows `section`, `tag` and `updatedSince`. `custom` also stands for the order by such fields. */
export type SourceFilter = (typeof sourceFilters)[number];

/** Number of public posts. */
export interface PostCount {
  count: number;
  /** Next time at which a scheduled post becomes public, in milliseconds since the epoch. Default: never. */
  changesAt?: number;
}

/** The slugs of public posts. */
export interface PublicSlugs {
  slugs: readonly string[];
  /** Next time at which a scheduled post becomes public, in milliseconds since the epoch. Default: never. */
  changesAt?: number;
}

/** A tag or an author, with the number of its public posts. */
export interface PostTally {
  name: string;
  postCount: number;
}

/** Field of posts whose values are counted. */
export type TallyField = "tags" | "authors";

/** Orders of tallies: by name, or the most frequent first. Equal counts are sorted by name. */
export type TallySort = "name" | "-postCount";

/** Page of a list of tallies. */
export interface TallyQuery {
  sort: TallySort;
  /** Maximum number of tallies. */
  limit: number;
  /** The last tally of the previous page, which may be gone. Default: the first page. */
  after?: PostTally;
}

/** A page of the values of a field in the public posts. */
export interface TallyPage {
  tallies: readonly PostTally[];
  isLast: boolean;
  /** Next time at which a scheduled post becomes public, in milliseconds since the epoch. Default: never. */
  changesAt?: number;
}

/** All values of a field in the public posts. */
export interface PostTallies {
  /** In any order, each value once. */
  tallies: readonly PostTally[];
  /** Next time at which a scheduled post becomes public, in milliseconds since the epoch. Default: never. */
  changesAt?: number;
}

/** A page of a list. */
export interface PostPage {
  posts: Post[];
  /** Opaque cursor of the next page, defined by the source, or null on the last page. */
  next: string | null;
  /**
   * Next time at which a scheduled post becomes public and so changes the page, in milliseconds since the epoch. Only sources with
   * `revision` need it. Default: never.
   */
  changesAt?: number;
}

/** A redirect from an earlier address to a public post. */
export interface PostRedirect {
  /** An earlier slug, a path of the site such as `/2016/03/hello/`, or an absolute URL. */
  from: string;
  /** The earlier slug in a path, if the public API redirects it. */
  fromSlug?: string;
  /** The present slug of the post. */
  slug: string;
}

/** Page of a list of redirects. */
export interface RedirectQuery {
  /** Maximum number of redirects. */
  limit: number;
  /** `next` of the previous page. Default: the first page. */
  after?: string;
}

/** A page of redirects. */
export interface RedirectPage {
  redirects: PostRedirect[];
  /** Opaque cursor of the next page, defined by the source, or null on the last page. */
  next: string | null;
  /** Next time at which a scheduled post becomes public and so changes the page, in milliseconds since the epoch. Default: never. */
  changesAt?: number;
}

/**
 * Source of organizations and posts. Implement it to use the host's own database.
 *
 * Every method returns public posts only, as values or promises. Every returned value is checked ({@link HostRow}). Slugs come from a request's decoded path and can be any string; compare them
 * exactly. `after` comes from the client and can be any string, too: it must not cause an error.
 * `describeContentSource` of `postern/testing/content-source` tests these rules.
 */
export interface ContentSource {
  /**
   * Filters that `listPosts` and `countPosts` apply. Without `custom`, requests with filters by fields of the organization get 400. The API
   * applies the others itself: it reads further pages of `listPosts` and leaves posts out, so pages can be short. Default: none.
   */
  readonly filters?: readonly SourceFilter[];
  /**
   * Fields by which `listPosts` can sort. With `publishedAt`, lists and feeds begin with the post that was published last, otherwise with the
   * post that was created last. Default: `createdAt`, `updatedAt` and `name`.
   */
  readonly sortFields?: readonly PostSortField[];
  /** Returns an organization, or null. Default of the fields that `organizations.create` fills in: its default. */
  findOrganization(organizationSlug: string): Awaitable<OrganizationRow | null | undefined>;
  /** Returns a public post, or null. */
  getPost(organizationSlug: string, slug: string): Awaitable<HostRow<Post> | null | undefined>;
  /**
   * Returns the revision of a public post, which is its `version`. Without a slug, returns the revision of all posts of the organization.
   * A revision is opaque and changes with every edit. It is undefined if the post does not exist or the revision is unknown. With this
   * method, cached posts are not read again, and lists, sitemaps and feeds are cached per revision. Default: nothing is cached.
   */
  revision?(organizationSlug: string, slug?: string): Awaitable<string | null | undefined>;
  /**
   * Returns posts in the order of `sort`, then `id`. Each post appears once, for any page size. The API asks for a name in Unicode form NFC, and
   * then in form NFD if no post has it. Posts without the sorted field
   * come all first or all last. `html` is required only if the query has `html: true`.
   */
  listPosts(
    organizationSlug: string,
    query: PostQuery,
  ): Awaitable<{ posts: readonly HostRow<Post>[] } & HostRow<Omit<PostPage, "posts">>>;
  /**
   * Returns the present slug of the public post that had this slug earlier, or null. It is called after `getPost` has returned null.
   * Default: earlier slugs respond with 404.
   */
  findMoved?(organizationSlug: string, slug: string): Awaitable<string | null | undefined>;
  /** Returns the redirects to public posts, each once. `revision` without a slug changes with them. Default: none. */
  listRedirects?(
    organizationSlug: string,
    query: RedirectQuery,
  ): Awaitable<{ redirects: readonly HostRow<PostRedirect>[] } & HostRow<Omit<RedirectPage, "redirects">>>;
  /** Returns those of some slugs that public posts have. Default: the API calls `getPost` for each slug. */
  findPublicSlugs?(organizationSlug: string, slugs: readonly string[]): Awaitable<HostRow<PublicSlugs>>;
  /** Counts the posts that `listPosts` returns for a filter. Default: the API reads all pages of `listPosts`. */
  countPosts?(organizationSlug: string, filter: PostFilter): Awaitable<HostRow<PostCount>>;
  /**
   * Returns every tag or author of the public posts. The authors of a post are `authors`, or else `author`.
   * Default: the API reads all pages of `listPosts`.
   */
  tallyPosts?(
    organizationSlug: string,
    field: TallyField,
  ): Awaitable<{ tallies: readonly HostRow<PostTally>[] } & HostRow<Omit<PostTallies, "tallies">>>;
}

/** The source of a host after its values were checked. */
export interface CheckedSource extends Pick<ContentSource, "filters" | "sortFields"> {
  findOrganization(organizationSlug: string): Awaitable<Organization | null>;
  getPost(organizationSlug: string, slug: string): Awaitable<Post | null>;
  listPosts(organizationSlug: string, query: PostQuery): Promise<PostPage>;
  revision?(organizationSlug: string, slug?: string): Awaitable<string | undefined>;
  findMoved?(organizationSlug: string, slug: string): Awaitable<string | null>;
  listRedirects?(organizationSlug: string, query: RedirectQuery): Promise<RedirectPage>;
  findPublicSlugs?(organizationSlug: string, slugs: readonly string[]): Promise<PublicSlugs>;
  countPosts?(organizationSlug: string, filter: PostFilter): Promise<PostCount>;
  tallyPosts?(organizationSlug: string, field: TallyField): Promise<PostTallies>;
}
