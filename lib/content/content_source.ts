import type { Awaitable } from "../awaitable.ts";
import type { Timestamp } from "../timestamp.ts";
import type { OrganizationFaq } from "./organization_faq.ts";

/** An organization, as far as its public pages and its posts' addresses need it. */
export interface Organization {
  /** Stays the same for good, and is never given to another organization: keys are bound to it. */
  id: string;
  /** The name in the API's paths. */
  slug: string;
  name: string;
  /** Absolute URL of the site that shows the posts, without a trailing slash: `https://example.com`. */
  siteUrl: string;
  /** Path of a post's page on the site, with `{slug}` for the post's: `/blog/{slug}`. */
  postUrlTemplate: string;
  /** Absolute URL at which the site shows the organization's sitemap. Default: `/sitemap.xml` on the site. */
  sitemapUrl?: string;
  /** Absolute URL at which the site shows the sitemap of the posts. Default: `/sitemap-posts.xml` on the site. */
  postSitemapUrl?: string;
  /** BCP 47 tag of the posts that name no language of their own. */
  language: string;
  /** Section of the posts that name none of their own. */
  section: string;
  /** CSS selectors of title, description and paragraphs of a post's page. */
  speakable: readonly string[];
  /** What the site is about, in a sentence or two of plain text. */
  description?: string;
  /** Absolute http or https URL of the publisher's logo; any other is left out of responses. */
  logo?: string;
  /** Whether there are feeds of the newest posts and an llms.txt, and where on the site. Default: false. */
  feeds?: boolean | FeedPaths;
  /** Callers who get the content of posts that are not free: everyone, or callers with a key. Default: `open`. */
  paidContent?: PaidContent;
  /** How questions are found in the posts. Default, field by field: as the host says. */
  faq?: OrganizationFaq;
  /** Requests per key and UTC day. Default: the API's. */
  dailyRequestLimit?: number;
  /** When any of these last changed. */
  updatedAt?: Timestamp;
  /** Opaque, another after every change. With it and a post's own, the post is rendered once and not for every request. */
  version?: string;
}

/**
 * Callers who get the content of posts with `isAccessibleForFree: false`, which is HTML, FAQ entries and Markdown: everyone (`open`), or
 * callers with a key of the organization (`key`). Feeds never hold it.
 */
export type PaidContent = "open" | "key";

/** Where the site passes its feeds on, as paths on it: `/feed.xml`. A feed whose path is left out does not say its own address. */
export interface FeedPaths {
  rss?: string;
  atom?: string;
  json?: string;
}

/** A post that the public may see. What a host does not know, it leaves out. */
export interface Post {
  /** Integer. */
  id: number;
  name: string;
  /** Unique within the organization. */
  slug: string;
  /** The content, with markup. Needed for the single post, and in a list whose query asks for it. */
  html?: string;
  description?: string;
  /** Absolute http or https URL; any other is left out of responses. */
  image?: string;
  /** The author's name. */
  author?: string;
  /** The names of several authors, in their order. They go before `author`. */
  authors?: readonly string[];
  tags?: readonly string[];
  /** Default: counted from `html` where that is given. */
  wordCount?: number;
  /** Default: the organization's. */
  articleSection?: string;
  /** BCP 47 tag. Default: the organization's. */
  inLanguage?: string;
  /**
   * The same post in other languages: by BCP 47 tag, or `x-default` for the page of everyone else, the slug of a post of the
   * same organization, or an absolute URL. Every one of these posts must say the same; a post need not name itself.
   */
  translations?: Readonly<Record<string, string>>;
  /** Default: true. */
  isAccessibleForFree?: boolean;
  publishedAt?: Timestamp;
  /** True where `publishedAt` is only the time of an import: the Article then has no `datePublished`. Default: false. */
  isPublicationDateUnknown?: boolean;
  createdAt?: Timestamp;
  updatedAt?: Timestamp;
  /** Opaque, another after every change: see `Organization.version`. */
  version?: string;
}

/** What a list can be ordered by; `-` stands for descending. */
export type PostSort = "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "name" | "-name";

/** Which posts to list, in which order, from where on. */
export interface PostQuery {
  sort: PostSort;
  /** How many posts at the most. */
  limit: number;
  /** What `next` of the page before said. Default: the first page. */
  after?: string;
  section?: string;
  language?: string;
  tag?: string;
  /** Milliseconds since the epoch: only posts updated at that time or later. */
  updatedSince?: number;
  /** Whether the posts are to have their `html`. Default: false, since lists seldom show it. */
  html?: boolean;
}

/** A page of a list. */
export interface PostPage {
  posts: Post[];
  /** Where the next page begins, or null when this is the last. Opaque, and of the source's own making. */
  next: string | null;
  /**
   * When the page will be another although nothing is written, in milliseconds since the epoch: the first time at which a
   * scheduled post becomes public. Needed only of a source that has `revision`. Default: never.
   */
  changesAt?: number;
}

/**
 * Where the posts come from: the port by which a host brings its own database.
 *
 * Every method answers published posts only. Slugs come from a request's path, decoded, and can be any string; they are
 * compared exactly. `after` comes back by way of the client, so it can be any string, too: one that is none of the
 * source's own is no reason to fail. `describeContentSource` of `postern/testing/content-source` states all this as tests.
 */
export interface ContentSource {
  findOrganization(organizationSlug: string): Awaitable<Organization | null>;
  getPost(organizationSlug: string, slug: string): Awaitable<Post | null>;
  /**
   * Returns the revision of a public post, which is its `version`, or without a slug the revision of all posts of the organization. A revision is
   * opaque and changes with every change. Undefined for no such post, and where it is not known. With it, a cached post is compared and not read,
   * and lists, sitemaps and feeds are rendered once per revision. Default: posts are read, and lists rendered, for every request.
   */
  revision?(organizationSlug: string, slug?: string): Awaitable<string | undefined>;
  /**
   * Posts in the order of `sort`, those of equal place by their `id`; each once, however long the pages are. Those that
   * lack what `sort` orders by stand at one end. `html` may be left out unless the query asks for it.
   */
  listPosts(organizationSlug: string, query: PostQuery): Promise<PostPage>;
}
