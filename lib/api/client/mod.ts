/**
 * A client for the public content API, for browsers and servers.
 *
 * @module
 */
export type { Answer } from "./answer.ts";
export { cachingFetch, type CachingFetchOptions } from "./caching_fetch.ts";
export type { ClientOptions, FetchOptions } from "./client_options.ts";
export type {
  AddKnowledgeOptions,
  AnyPostSchema,
  CallOptions,
  ChangeKnowledgeOptions,
  ContextQuery,
  CustomFilters,
  CustomOrder,
  EventQuery,
  FaqQuery,
  FeedFormat,
  ListField,
  ListQuery,
  PageQuery,
  PagesOptions,
  PosternClient,
  PostField,
  PostList,
  PostOptions,
  PostSchema,
  PostSchemaDocument,
  RedirectsQuery,
  SearchFilter,
  SearchQuery,
  SelectedPost,
  SitemapFormats,
  SitemapOptions,
  TalliesQuery,
} from "./client_types.ts";
export { createClient } from "./create_client.ts";
export { InvalidOptionError } from "../../base/input/invalid_option_error.ts";
export { type ClientFailure, PosternError } from "./postern_error.ts";
export type { Sleep } from "../../base/time/sleep.ts";
