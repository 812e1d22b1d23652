/**
 * Writes feeds of the newest posts (RSS 2.0, Atom, JSON Feed) and llms.txt.
 *
 * @module
 */
export type { Feed, FeedEntry } from "./feed.ts";
export type { JsonFeed, JsonFeedAuthor, JsonFeedItem } from "./json_feed.ts";
export { toAtom } from "./to_atom.ts";
export { toJsonFeed } from "./to_json_feed.ts";
export { type LlmsTxt, type LlmsTxtLink, type LlmsTxtSection, toLlmsTxt } from "./to_llms_txt.ts";
export { toRss } from "./to_rss.ts";
