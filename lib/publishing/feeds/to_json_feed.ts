import { authorNames } from "../../base/text/author_names.ts";
import { toJson } from "../../base/text/well_formed.ts";
import type { Feed, FeedEntry } from "./feed.ts";
import { type FeedHead, type FeedWriter, writeFeed } from "./feed_writer.ts";
import type { JsonFeed, JsonFeedItem } from "./json_feed.ts";

/**
 * Writes a feed as JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). An item must have content, so an entry without `html` gets
 * its summary or its title as `content_text`.
 *
 * @example
 * ```ts
 * import { toJsonFeed } from "postern/feeds";
 *
 * const feed = JSON.parse(
 *   toJsonFeed({
 *     id: "tag:acme.example,2026:feed",
 *     title: "Acme",
 *     siteUrl: "https://acme.example/",
 *     language: "en",
 *     updated: Date.UTC(2026, 5, 15),
 *     entries: [{ id: "tag:acme.example,2026:1", url: "https://acme.example/blog/fish", title: "Fish", html: "<p>Fresh</p>" }],
 *   }),
 * );
 * feed.items[0].content_html; // "<p>Fresh</p>"
 * ```
 */
export function toJsonFeed(feed: Feed): string {
  return writeFeed(jsonFeedWriter, feed);
}

/** Writes a JSON Feed in parts. */
export const jsonFeedWriter: FeedWriter = {
  start: toStart,
  entry: (entry) => toJson(toItem(entry)),
  separator: ",",
  end: "]}",
};

/** Writes a feed up to the first item. */
function toStart({ title, description, siteUrl, feedUrl, logo, language }: FeedHead): string {
  const feed: JsonFeed = {
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: siteUrl,
    feed_url: feedUrl,
    description,
    icon: logo,
    language,
    authors: [{ name: title, url: siteUrl }],
    items: [],
  };
  return toJson(feed).slice(0, -jsonFeedWriter.end.length);
}

/** Converts an entry to an item. `toJson` leaves out undefined fields. */
function toItem({ id, url, title, html, summary, image, tags, language, ...entry }: FeedEntry): JsonFeedItem {
  const authors = authorNames(entry).map((name) => ({ name }));
  return {
    id,
    url,
    title,
    content_html: html,
    content_text: html === undefined ? (summary ?? title) : undefined,
    summary,
    image,
    date_published: toRfc3339(entry.published),
    date_modified: toRfc3339(entry.updated),
    authors: authors.length === 0 ? undefined : authors,
    tags,
    language,
  };
}

function toRfc3339(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}
