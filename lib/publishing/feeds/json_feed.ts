/** A feed in the JSON Feed 1.1 format (https://www.jsonfeed.org/version/1.1/). `toJsonFeed` leaves out undefined fields. */
export interface JsonFeed {
  version: "https://jsonfeed.org/version/1.1";
  title: string;
  /** Absolute URL of the site. */
  home_page_url: string;
  /** Absolute URL of the feed. */
  feed_url?: string | undefined;
  description?: string | undefined;
  /** Absolute URL of the site's logo. */
  icon?: string | undefined;
  /** BCP 47 tag. */
  language: string;
  authors: JsonFeedAuthor[];
  /** Items, newest first. */
  items: JsonFeedItem[];
}

/** A post in a JSON Feed. It has `content_html` or `content_text`. */
export interface JsonFeedItem {
  /** Never changes. */
  id: string;
  /** Absolute URL of the post's page. */
  url: string;
  title: string;
  content_html?: string | undefined;
  content_text?: string | undefined;
  summary?: string | undefined;
  /** Absolute URL. */
  image?: string | undefined;
  /** RFC 3339, like `date_modified`. */
  date_published?: string | undefined;
  date_modified?: string | undefined;
  authors?: JsonFeedAuthor[] | undefined;
  tags?: readonly string[] | undefined;
  /** BCP 47 tag. */
  language?: string | undefined;
}

/** The author of a post or of the feed. */
export interface JsonFeedAuthor {
  name: string;
  /** Absolute URL. */
  url?: string | undefined;
}
