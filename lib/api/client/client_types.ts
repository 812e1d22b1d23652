import type { KnowledgeReceipt, KnowledgeTextInput, PostItem, PostSort } from "../../content/mod.ts";
import type { EventList } from "../representations/event_schema.ts";
import type { SinglePost } from "../representations/post_schema.ts";
import type { RedirectItems } from "../representations/redirect_schema.ts";
import type { FaqList, OrganizationFaqPage } from "../representations/represent_faq.ts";
import type { PublicOrganization } from "../representations/represent_organization.ts";
import type { RedirectItem } from "../representations/represent_redirect.ts";
import type { SitemapPages, SitemapUrls } from "../representations/represent_sitemap.ts";
import type {
  KnowledgeResults,
  KnowledgeText,
  KnowledgeTexts,
  RelatedPosts,
  SearchContext,
  SearchResults,
  SearchSuggestions,
} from "../representations/search_schema.ts";
import type { AuthorList, TagList } from "../representations/tally_schema.ts";
import type { ChangeEventType } from "../../events/mod.ts";
import type { Answer } from "./answer.ts";
import type { FetchOptions } from "./client_options.ts";

/** Types of an organization's posts. `postern types` writes them with the fields that the organization defines. */
export interface PostSchema {
  /** A post in a list. */
  PostItem: object;
  /** A single post. */
  Post: object;
}

/** A JSON Schema (draft 2020-12) of an organization's posts. `$defs` has `PostItem`, `Post` and the schemas of their parts. */
export interface PostSchemaDocument {
  $schema: string;
  $ref: string;
  $defs: Readonly<Record<string, object>>;
}

/** Types of the posts of any organization. */
export interface AnyPostSchema {
  PostItem: PostItem;
  Post: SinglePost;
}

/** The values of an organization's fields in a post. */
type CustomOf<Post> = Post extends { custom?: infer Custom } ? NonNullable<Custom> : object;

/** Field of a post, or a field that the organization defines, such as `custom.rating`. */
export type PostField<Post> = keyof Post | `custom.${keyof CustomOf<Post> & string}`;

/** Field of a post in a list. */
export type ListField<Schema extends PostSchema = AnyPostSchema> = PostField<Schema["PostItem"]> | "html";

/** A post with the selected fields. */
export type SelectedPost<Post, Field> = [Field] extends [keyof Post]
  ? Pick<Post, Field>
  : Pick<Post, Field & keyof Post> &
      ("custom" extends Field ? unknown : { custom: SelectedCustom<CustomOf<Post>, Field> });

type SelectedCustom<Custom, Field> = Pick<
  Custom,
  Field extends `custom.${infer Name extends keyof Custom & string}` ? Name : never
>;

/** Order by a field that the organization defines, such as `-custom.rating`. */
export type CustomOrder<Post> = `${"" | "-"}custom.${keyof CustomOf<Post> & string}`;

/** Filters by the fields that the organization defines with `isFilterable`: `custom.rating`, `custom.rating.from` and `custom.rating.to`. */
export type CustomFilters<Post> = {
  [Name in keyof CustomOf<Post> & string as `custom.${Name}${"" | ".from" | ".to"}`]?:
    | FilterValue<CustomOf<Post>[Name]>
    | undefined;
};

/** The values that a filter compares with a value, or with an item of a list. */
type FilterValue<Value> = unknown extends Value
  ? string | number | boolean
  : Value extends readonly (infer Item)[]
    ? Item
    : Value;

/** Filter of posts by their section, language and tags. */
interface PostFilter {
  /** Section, compared exactly. Default: all sections. */
  section?: string | undefined;
  /** BCP 47 tag. `en` also finds `en-GB`. Default: all languages. */
  language?: string | undefined;
  /** Tag, compared exactly, or several of which a post needs one. Default: all tags. */
  tag?: string | readonly string[] | undefined;
  /** Tag that a post must not have, or several. Default: none. */
  notTag?: string | readonly string[] | undefined;
}

/** Filter, order, page and fields of a list of posts. */
export interface ListQuery<Field = keyof PostItem, Post = SinglePost> extends PostFilter {
  /** Posts per page, 1 to 100. Default: 50. */
  limit?: number | undefined;
  /** Sort order; `-` means descending. Default: the order of `cursor`, or else `-publishedAt`. */
  sort?: PostSort | CustomOrder<Post> | undefined;
  /** The `nextCursor` of a previous page with the same `sort`. Default: the first page. */
  cursor?: string | undefined;
  /** Name of one of the authors, compared exactly. Default: all authors. */
  author?: string | undefined;
  /** True to receive the number of posts on all pages. Default: false. */
  total?: boolean | undefined;
  /** ISO 8601 date and time. Only posts whose `changedAt` is this time or later. Default: all times. */
  updatedSince?: string | Date | undefined;
  /** Fields to return. Default: all of `PostItem`. */
  fields?: readonly Field[] | undefined;
}

/** Filter and page of the events. */
export interface EventQuery {
  /** `last` of an earlier page. Default: 0, for the oldest event. */
  after?: number | undefined;
  /** Events per page, 1 to 100. Default: 50. */
  limit?: number | undefined;
  /** Types of events. Default: all types that the key's permissions allow. */
  types?: readonly ChangeEventType[] | undefined;
}

/** A page of the list. */
export interface PostList<Field = keyof PostItem, Item = PostItem> {
  posts: SelectedPost<Item & { html: string }, Field>[];
  /** The cursor of the next page, or null on the last page. */
  nextCursor: string | null;
  /** Number of posts on all pages, if the query has `total: true`. */
  total?: number;
}

/** Filter and page of the questions of all posts. */
export interface FaqQuery extends PostFilter {
  /** Posts per page, 1 to 100. Default: 50. */
  limit?: number | undefined;
  /** The `nextCursor` of a previous page. Default: the first page. */
  cursor?: string | undefined;
}

/** Order and page of the tags or the authors. */
export interface TalliesQuery {
  /** By name, or the most frequent first. Default: `name`. */
  sort?: "name" | "-postCount" | undefined;
  /** Entries per page, 1 to 100. Default: 50. */
  limit?: number | undefined;
  /** The `nextCursor` of a previous page with the same `sort`. Default: the first page. */
  cursor?: string | undefined;
}

/** Options of each call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Options for `fetch`, such as `next: { tags: ["posts-acme"] }`. They are added to those of the client. */
  fetchOptions?: FetchOptions | undefined;
}

/** Options of reading a post. */
export interface PostOptions<Field = keyof SinglePost> extends CallOptions {
  /** Fields to return. Default: all fields. */
  fields?: readonly Field[] | undefined;
  /** Token of a preview link, which shows the post whatever its status. Default: the published post. */
  preview?: string | undefined;
}

/** Page of the list of redirects. */
export interface RedirectsQuery {
  /** Redirects per page, 1 to 100. Default: 50. */
  limit?: number | undefined;
  /** The `nextCursor` of a previous page. Default: the first page. */
  cursor?: string | undefined;
}

/** Filter of a search in posts. */
export interface SearchFilter extends PostFilter {
  /** Kinds of results. Default: both. */
  in?: readonly ("posts" | "faq")[] | undefined;
  /** ISO 8601 date and time. Only posts whose `changedAt` is this time or later. Default: all times. */
  updatedSince?: string | Date | undefined;
}

/** Filter and page of a search in posts. */
export interface SearchQuery extends SearchFilter {
  /** Results per page, 1 to 50. Default: 10. */
  limit?: number | undefined;
  /** The `nextCursor` of a previous page of the same query. Default: the first page. */
  cursor?: string | undefined;
}

/** Filter of a context, and its size. */
export interface ContextQuery extends Omit<SearchFilter, "in"> {
  /** Kinds of texts. `knowledge` needs a key with `knowledge:read`. Default: posts and FAQ entries. */
  in?: readonly ("posts" | "faq" | "knowledge")[] | undefined;
  /** Maximum number of tokens, as estimated, 100 to 20,000. Default: 2000. */
  maxTokens?: number | undefined;
}

/** Page of a list. */
export interface PageQuery {
  limit?: number | undefined;
  /** The `nextCursor` of a previous page. Default: the first page. */
  cursor?: string | undefined;
}

/** Result types of sitemaps, by format. */
export interface SitemapFormats {
  /** `urlset` or `sitemapindex` of sitemaps.org 0.9. */
  xml: string;
  /** The same entries as JSON: `urls` in a sitemap, `sitemaps` in an index. */
  json: SitemapUrls | SitemapPages;
}

/** Options of reading a sitemap. */
export interface SitemapOptions<
  Format extends keyof SitemapFormats = keyof SitemapFormats,
> extends CallOptions {
  /** Default: `xml`. */
  format?: Format | undefined;
  /** Page of a sitemap with an index, from 1. Default: the whole sitemap, or its index. */
  page?: number | undefined;
}

/** The formats of feeds: RSS 2.0, Atom (RFC 4287), JSON Feed 1.1. */
export type FeedFormat = "rss" | "atom" | "json";

/** Options of iterating over pages. */
export interface PagesOptions extends CallOptions {
  /** Maximum number of pages, 1 to 1,000,000. The call fails if there are more. Default: 1000. */
  maxPages?: number | undefined;
}

/** Options of adding to the knowledge base. */
export interface AddKnowledgeOptions extends CallOptions {
  /**
   * Idempotency key, 1 to 255 ASCII characters without spaces. A text that is sent twice with the same key within 24 hours is added once.
   * `false` sends no key and disables retries. Default: a random key for each call.
   */
  idempotencyKey?: string | false | undefined;
}

/** Options of putting and deleting a text. */
export interface ChangeKnowledgeOptions extends CallOptions {
  /** The `etag` of the version that the call changes, or `*` for any version. If the text differs, the code is `precondition-failed`. Default: no condition. */
  ifMatch?: string | undefined;
}

/** Client for one organization's posts and knowledge base. Methods reject with a `PosternError`, or with the reason of an aborted signal. */
export interface PosternClient<Schema extends PostSchema = AnyPostSchema> {
  /** Returns one page of the published posts. */
  listPosts<Field extends ListField<Schema> = keyof Schema["PostItem"]>(
    query?: ListQuery<Field, Schema["Post"]> & CustomFilters<Schema["Post"]>,
    options?: CallOptions,
  ): Promise<Answer<PostList<Field, Schema["PostItem"]>>>;
  /** Iterates over the pages of the list. Each page is requested when it is needed. */
  iteratePages<Field extends ListField<Schema> = keyof Schema["PostItem"]>(
    query?: ListQuery<Field, Schema["Post"]> & CustomFilters<Schema["Post"]>,
    options?: PagesOptions,
  ): AsyncGenerator<Answer<PostList<Field, Schema["PostItem"]>>, void, undefined>;
  /** Iterates over all posts of the list, page by page. */
  iteratePosts<Field extends ListField<Schema> = keyof Schema["PostItem"]>(
    query?: ListQuery<Field, Schema["Post"]> & CustomFilters<Schema["Post"]>,
    options?: PagesOptions,
  ): AsyncGenerator<SelectedPost<Schema["PostItem"] & { html: string }, Field>, void, undefined>;
  /** Reads a post with its content, FAQ entries and structured data. An earlier slug of a post gives the post, with its present slug. */
  getPost<Field extends PostField<Schema["Post"]> = keyof Schema["Post"]>(
    slug: string,
    options?: PostOptions<Field>,
  ): Promise<Answer<SelectedPost<Schema["Post"], Field>>>;
  /** Reads a post as Markdown, with its fields as front matter. */
  getPostMarkdown(slug: string, options?: CallOptions): Promise<Answer<string>>;
  /** Returns the questions of one page of posts, with their answers and posts. */
  listFaq(query?: FaqQuery, options?: CallOptions): Promise<Answer<FaqList>>;
  /** Returns the questions of one page of posts as schema.org's FAQPage. */
  getFaqPage(query?: FaqQuery, options?: CallOptions): Promise<Answer<OrganizationFaqPage>>;
  /** Reads the public fields of the organization, and the addresses of its sitemaps and feeds. */
  getOrganization(options?: CallOptions): Promise<Answer<PublicOrganization>>;
  /** Reads the JSON Schema of the organization's posts, from which `postern types` writes types. */
  getSchema(options?: CallOptions): Promise<Answer<PostSchemaDocument>>;
  /** Returns one page of the tags of the published posts, with their numbers of posts. */
  listTags(query?: TalliesQuery, options?: CallOptions): Promise<Answer<TagList>>;
  /** Returns one page of the authors of the published posts, with their numbers of posts. */
  listAuthors(query?: TalliesQuery, options?: CallOptions): Promise<Answer<AuthorList>>;
  /** Returns one page of the redirects from earlier addresses of posts. */
  listRedirects(query?: RedirectsQuery, options?: CallOptions): Promise<Answer<RedirectItems>>;
  /** Iterates over all redirects, page by page. */
  iterateRedirects(
    query?: RedirectsQuery,
    options?: PagesOptions,
  ): AsyncGenerator<RedirectItem, void, undefined>;
  /** Returns one page of the posts and FAQ entries that fit a query best. */
  search(q: string, query?: SearchQuery, options?: CallOptions): Promise<Answer<SearchResults>>;
  /** Returns titles and questions that complete a query. `limit` is at most 20, by default 8. */
  suggest(
    q: string,
    query?: Omit<SearchQuery, "cursor">,
    options?: CallOptions,
  ): Promise<Answer<SearchSuggestions>>;
  /** Returns the passages that answer a question, within a number of tokens. */
  getContext(q: string, query?: ContextQuery, options?: CallOptions): Promise<Answer<SearchContext>>;
  /** Returns the posts that are like a post. `limit` is at most 20, by default 5. An earlier slug of the post works, too. */
  listRelated(
    slug: string,
    query?: Pick<PageQuery, "limit">,
    options?: CallOptions,
  ): Promise<Answer<RelatedPosts>>;
  /** Returns a page of the texts of the knowledge base, newest first. Needs a key with `knowledge:read`. */
  listKnowledge(query?: PageQuery, options?: CallOptions): Promise<Answer<KnowledgeTexts>>;
  /** Returns one page of the texts that fit a query best. Needs a key with `knowledge:read`. */
  searchKnowledge(q: string, query?: PageQuery, options?: CallOptions): Promise<Answer<KnowledgeResults>>;
  /** Reads the sitemap of the posts. */
  getPostSitemap<Format extends keyof SitemapFormats = "xml">(
    options?: SitemapOptions<Format>,
  ): Promise<Answer<SitemapFormats[Format]>>;
  /** Reads the sitemap of the site: its home page, then the posts. */
  getOrganizationSitemap<Format extends keyof SitemapFormats = "xml">(
    options?: SitemapOptions<Format>,
  ): Promise<Answer<SitemapFormats[Format]>>;
  /** Reads a feed of the newest posts, as text. */
  getFeed(format: FeedFormat, options?: CallOptions): Promise<Answer<string>>;
  /** Reads the llms.txt, as text. */
  getLlmsTxt(options?: CallOptions): Promise<Answer<string>>;
  /** Reads the llms-full.txt, as text. */
  getLlmsFullTxt(options?: CallOptions): Promise<Answer<string>>;
  /** Returns a page of the organization's events, oldest first. Needs a key. Pass `last` as `after` to continue. */
  events(query?: EventQuery, options?: CallOptions): Promise<Answer<EventList>>;
  /** Adds a text to the knowledge base of the key's organization. Retries after failures add the text only once. */
  addKnowledge(text: string, options?: AddKnowledgeOptions): Promise<Answer<KnowledgeReceipt>>;
  /** Returns a text of the knowledge base. Needs a key with `knowledge:read`. */
  getKnowledge(id: string, options?: CallOptions): Promise<Answer<KnowledgeText>>;
  /** Creates or replaces the text with an id that you choose. A field that is missing is removed. Needs a key with `knowledge:write`. */
  putKnowledge(
    id: string,
    input: KnowledgeTextInput,
    options?: ChangeKnowledgeOptions,
  ): Promise<Answer<KnowledgeText>>;
  /** Deletes a text. Needs a key with `knowledge:write`. If a retry finds the text deleted, the code is `not-found`. */
  deleteKnowledge(id: string, options?: ChangeKnowledgeOptions): Promise<Answer<null>>;
}
