import type { KnowledgeReceipt, PostSort } from "../content/mod.ts";
import type { PostItem, SinglePost } from "../http/mod.ts";
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
  /** Reads the sitemap of the posts, as XML. */
  getPostSitemap(options?: CallOptions): Promise<Answer<string>>;
  /** Reads the sitemap of the site, as XML: its root, then the posts. */
  getOrganizationSitemap(options?: CallOptions): Promise<Answer<string>>;
  /** Adds a text to the knowledge base of the key's organization. It is repeated after a failure, and added once all the same. */
  addKnowledge(text: string, options?: AddKnowledgeOptions): Promise<Answer<KnowledgeReceipt>>;
}
