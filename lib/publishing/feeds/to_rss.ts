import { authorNames } from "../../base/text/author_names.ts";
import type { Feed, FeedEntry } from "./feed.ts";
import { type FeedHead, type FeedWriter, writeFeed } from "./feed_writer.ts";
import { emptyElement, htmlElement, startTag, textElement } from "./xml.ts";

const namespaces = {
  "xmlns:atom": "http://www.w3.org/2005/Atom",
  "xmlns:content": "http://purl.org/rss/1.0/modules/content/",
  "xmlns:dc": "http://purl.org/dc/elements/1.1/",
  "xmlns:media": "http://search.yahoo.com/mrss/",
};

/**
 * Writes a feed as RSS 2.0 (https://www.rssboard.org/rss-specification), with common elements of other namespaces.
 * `content:encoded` is the complete content, and `dc:creator` an author without an email address. `media:content` is the image,
 * because an `enclosure` needs its length. `atom:link` is the feed's URL.
 *
 * @example
 * ```ts
 * import { toRss } from "postern/feeds";
 *
 * const rss = toRss({
 *   id: "tag:acme.example,2026:feed",
 *   title: "Acme",
 *   siteUrl: "https://acme.example/",
 *   language: "en",
 *   updated: Date.UTC(2026, 5, 15),
 *   entries: [{ id: "tag:acme.example,2026:1", url: "https://acme.example/blog/fish", title: "Fish & <i>chips</i>" }],
 * });
 * rss.includes("<title>Fish &amp; &lt;i&gt;chips&lt;/i&gt;</title>"); // true
 * ```
 */
export function toRss(feed: Feed): string {
  return writeFeed(rssWriter, feed);
}

/** Writes RSS 2.0 in parts. */
export const rssWriter: FeedWriter = {
  start: toStart,
  entry: toItem,
  separator: "",
  end: "</channel>\n</rss>\n",
};

function toStart(feed: FeedHead): string {
  const { title, siteUrl, language, logo, updated } = feed;
  return [
    '<?xml version="1.0" encoding="utf-8"?>\n',
    `${startTag("rss", { version: "2.0", ...namespaces })}\n<channel>\n`,
    textElement("title", title),
    textElement("link", siteUrl),
    textElement("description", feed.description ?? title),
    textElement("language", language),
    textElement("lastBuildDate", toRfc822(updated)),
    selfLink(feed),
    logo === undefined ? "" : image(logo, feed),
  ].join("");
}

function selfLink({ feedUrl }: FeedHead): string {
  if (feedUrl === undefined) return "";
  return emptyElement("atom:link", { href: feedUrl, rel: "self", type: "application/rss+xml" });
}

/** Writes the logo. The specification requires the title and link of the channel. */
function image(url: string, { title, siteUrl }: FeedHead): string {
  return `<image>\n${textElement("url", url)}${textElement("title", title)}${textElement("link", siteUrl)}</image>\n`;
}

function toItem({ summary, image, tags = [], published, ...entry }: FeedEntry): string {
  return [
    "<item>\n",
    textElement("title", entry.title),
    textElement("link", entry.url),
    textElement("guid", entry.id, { isPermaLink: "false" }),
    textElement("pubDate", published === undefined ? undefined : toRfc822(published)),
    ...authorNames(entry).map((name) => textElement("dc:creator", name)),
    textElement("dc:language", entry.language),
    ...tags.map((tag) => textElement("category", tag)),
    htmlElement("description", summary === undefined ? undefined : toHtml(summary)),
    htmlElement("content:encoded", entry.html),
    image === undefined ? "" : emptyElement("media:content", { url: image, medium: "image" }),
    "</item>\n",
  ].join("");
}

/** Escapes a summary as HTML, because readers treat an item's description as HTML. */
function toHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** Formats a date as in RFC 822, with the four-digit year that RSS recommends. */
function toRfc822(time: number): string {
  return new Date(time).toUTCString();
}
