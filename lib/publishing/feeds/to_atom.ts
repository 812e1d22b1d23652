import { authorNames } from "../../base/text/author_names.ts";
import type { Feed, FeedEntry } from "./feed.ts";
import { type FeedHead, type FeedWriter, writeFeed } from "./feed_writer.ts";
import { emptyElement, htmlElement, startTag, textElement } from "./xml.ts";

const namespaces = { xmlns: "http://www.w3.org/2005/Atom", "xmlns:media": "http://search.yahoo.com/mrss/" };

/**
 * Writes a feed as Atom (RFC 4287). An entry without a date gets the date of the feed, because Atom requires one. An entry without
 * an author gets the feed's author, which is the site. URLs in an entry's content are relative to its page (`xml:base`).
 *
 * @example
 * ```ts
 * import { toAtom } from "postern/feeds";
 *
 * const atom = toAtom({
 *   id: "tag:acme.example,2026:feed",
 *   title: "Acme",
 *   siteUrl: "https://acme.example/",
 *   feedUrl: "https://acme.example/atom.xml",
 *   language: "en",
 *   updated: Date.UTC(2026, 5, 15),
 *   entries: [{ id: "tag:acme.example,2026:1", url: "https://acme.example/blog/fish", title: "Fish", html: "<p>Fresh</p>" }],
 * });
 * atom.includes('<link href="https://acme.example/atom.xml" rel="self" type="application/atom+xml"/>'); // true
 * ```
 */
export function toAtom(feed: Feed): string {
  return writeFeed(atomWriter, feed);
}

/** Writes Atom in parts. */
export const atomWriter: FeedWriter = { start: toStart, entry: toEntry, separator: "", end: "</feed>\n" };

function toStart(feed: FeedHead): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>\n',
    `${startTag("feed", { ...namespaces, "xml:lang": feed.language })}\n`,
    textElement("id", feed.id),
    textElement("title", feed.title),
    textElement("subtitle", feed.description),
    textElement("updated", toRfc3339(feed.updated)),
    author(feed.title, feed.siteUrl),
    emptyElement("link", { href: feed.siteUrl, rel: "alternate", type: "text/html" }),
    feed.feedUrl === undefined
      ? ""
      : emptyElement("link", { href: feed.feedUrl, rel: "self", type: "application/atom+xml" }),
    textElement("logo", feed.logo),
  ].join("");
}

function toEntry({ url, language, image, published, ...entry }: FeedEntry, feed: FeedHead): string {
  return [
    `${startTag("entry", { "xml:lang": language })}\n`,
    textElement("id", entry.id),
    textElement("title", entry.title),
    emptyElement("link", { href: url, rel: "alternate", type: "text/html" }),
    textElement("published", published === undefined ? undefined : toRfc3339(published)),
    textElement("updated", toRfc3339(entry.updated ?? published ?? feed.updated)),
    ...authorNames(entry).map((name) => author(name)),
    ...(entry.tags ?? []).map((tag) => emptyElement("category", { term: tag })),
    textElement("summary", entry.summary),
    htmlElement("content", entry.html, { type: "html", "xml:base": url }),
    image === undefined ? "" : emptyElement("media:content", { url: image, medium: "image" }),
    "</entry>\n",
  ].join("");
}

function author(name: string, uri?: string): string {
  return `<author>\n${textElement("name", name)}${textElement("uri", uri)}</author>\n`;
}

function toRfc3339(time: number): string {
  return new Date(time).toISOString();
}
