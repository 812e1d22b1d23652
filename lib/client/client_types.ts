import type { KnowledgeReceipt, PostSort } from "../content/mod.ts";
import type { PostItem, SinglePost, SitemapPages, SitemapUrls } from "../representations/mod.ts";
import type { Answer } from "./answer.ts";

/** What a list can show of a post. */
export type ListField = keyof PostItem | "html";

/** Which posts to list, in what order, and what of them. */
export interface ListQuery<Field extends ListField = keyof PostItem> {
  /** Posts of a page, 1 to 100. Default: 50. */
  limit?: number | undefined;
  /** `-` stands for descending. Default: `-createdAt`. */
  sort?: PostSort | undefined;
  /** The `nextCursor` of an earlier page with the same `sort`. Default: the first page. */
  cursor?: string | undefined;
  /** Letter by letter. Default: all. */
  section?: string | undefined;
  /** BCP 47 tag. Default: all. */
  language?: string | undefined;
  /** Letter by letter. Default: all. */
  tag?: string | undefined;
  /** ISO 8601 date and time. Default: all. */
  updatedSince?: string | Date | undefined;
  /** The fields to show, and no others. Default: all of `PostItem`. */
  fields?: readonly Field[] | undefined;
}

/** A page of the list. */
export interface PostList<Field extends ListField = keyof PostItem> {
  posts: Pick<SinglePost, Field>[];
  /** The cursor of the next page; null on the last. */
  nextCursor: string | null;
}

/** Options of each call. */
export interface CallOptions {
  /** Ends the call: it rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** Options of reading a post. */
export interface PostOptions<Field extends keyof SinglePost = keyof SinglePost> extends CallOptions {
  /** The fields to show, and no others. Default: all. */
  fields?: readonly Field[] | undefined;
}

/** What a sitemap is read as, by format. */
export interface SitemapFormats {
  /** `urlset` or `sitemapindex` of sitemaps.org 0.9. */
  xml: string;
  /** The same entries: `urls` is in a sitemap, `sitemaps` in an index. */
  json: SitemapUrls | SitemapPages;
}

/** Options of reading a sitemap. */
export interface SitemapOptions<
  Format extends keyof SitemapFormats = keyof SitemapFormats,
> extends CallOptions {
  /** Default: `xml`. */
  format?: Format | undefined;
  /** One page of a sitemap whose index names more, from 1. Default: the whole, or its index. */
  page?: number | undefined;
}

/** The formats of feeds: RSS 2.0, Atom (RFC 4287), JSON Feed 1.1. */
export type FeedFormat = "rss" | "atom" | "json";

/** Options of going through pages. */
export interface PagesOptions extends CallOptions {
  /** The call fails when there are more, 1 to 1,000,000. Default: 1000. */
  maxPages?: number | undefined;
}

/** Options of adding to the knowledge base. */
export interface AddKnowledgeOptions extends CallOptions {
  /**
   * Names this text, 1 to 255 ASCII characters without spaces: sent twice under one name within 24 hours, it is added once. `false` for
   * none: then the request is never repeated, whatever becomes of it. Default: a random one for each call.
   */
  idempotencyKey?: string | false | undefined;
}

/** One organization's posts and knowledge base over HTTP. Every method rejects with a `PosternError`, or with the reason of an aborted signal. */
export interface PosternClient {
  /** Lists published posts, a page at a time. */
  listPosts<Field extends ListField = keyof PostItem>(
    query?: ListQuery<Field>,
    options?: CallOptions,
  ): Promise<Answer<PostList<Field>>>;
  /** Goes through the pages of the list; each is asked for when it is needed. */
  pages<Field extends ListField = keyof PostItem>(
    query?: ListQuery<Field>,
    options?: PagesOptions,
  ): AsyncGenerator<Answer<PostList<Field>>, void, undefined>;
  /** Goes through all posts of the list, page after page. */
  posts<Field extends ListField = keyof PostItem>(
    query?: ListQuery<Field>,
    options?: PagesOptions,
  ): AsyncGenerator<Pick<SinglePost, Field>, void, undefined>;
  /** Reads a post with its content, FAQ entries and structured data. */
  getPost<Field extends keyof SinglePost = keyof SinglePost>(
    slug: string,
    options?: PostOptions<Field>,
  ): Promise<Answer<Pick<SinglePost, Field>>>;
  /** Reads a post as Markdown, with its fields as front matter. */
  getPostMarkdown(slug: string, options?: CallOptions): Promise<Answer<string>>;
  /** Reads the sitemap of the posts. */
  getPostSitemap<Format extends keyof SitemapFormats = "xml">(
    options?: SitemapOptions<Format>,
  ): Promise<Answer<SitemapFormats[Format]>>;
  /** Reads the sitemap of the site: its root, then the posts. */
  getOrganizationSitemap<Format extends keyof SitemapFormats = "xml">(
    options?: SitemapOptions<Format>,
  ): Promise<Answer<SitemapFormats[Format]>>;
  /** Reads a feed of the newest posts, as text. */
  getFeed(format: FeedFormat, options?: CallOptions): Promise<Answer<string>>;
  /** Reads the llms.txt, as text. */
  getLlmsTxt(options?: CallOptions): Promise<Answer<string>>;
  /** Adds a text to the knowledge base of the key's organization. It is repeated after a failure, and added once all the same. */
  addKnowledge(text: string, options?: AddKnowledgeOptions): Promise<Answer<KnowledgeReceipt>>;
}
