/**
 * Finds posts, questions and texts.
 *
 * @module
 */
export type { ContextFound } from "./context/build_context.ts";
export type { Shortfall } from "./context/shortfall.ts";
export { InvalidSearchQueryError } from "./invalid_search_query_error.ts";
export { SearchIndexTooLargeError } from "./live/search_index_too_large_error.ts";
export { isEmptyQuery, longestQuery, parseQuery, type SearchQuery } from "./parse_query.ts";
export type { MatchField, MatchReason, SearchMatch } from "./results/match_list.ts";
export type { ResultPlace } from "./results/top_results.ts";
export { type FoundPage, type FoundPost, type PostSearch, Search, type SearchDeps } from "./search.ts";
export type { RebuiltIndex } from "./search_indexes.ts";
