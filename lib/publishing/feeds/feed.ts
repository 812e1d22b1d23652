/** A site's newest posts, independent of the feed format. Times are milliseconds since the epoch. */
export interface Feed {
  /** A permanent IRI that is unique to this feed (RFC 4287, section 4.2.6). */
  id: string;
  /** Plain text, like all fields except `html`. */
  title: string;
  /** Description of the site. */
  description?: string;
  /** Absolute URL of the site. */
  siteUrl: string;
  /** Absolute URL of this feed, if known. */
  feedUrl?: string;
  /** BCP 47 tag. */
  language: string;
  /** Absolute URL of the site's logo. */
  logo?: string;
  /** Time of the last change in the feed. */
  updated: number;
  /** Entries, newest first. */
  entries: readonly FeedEntry[];
}

/** A post in a feed. Unknown fields are left out. */
export interface FeedEntry {
  /** A permanent IRI that is unique to this entry, even if the post's URL changes. */
  id: string;
  /** Absolute URL of the post's page. */
  url: string;
  title: string;
  /** The complete content, with markup. */
  html?: string;
  summary?: string;
  /** The author's name. */
  author?: string;
  /** The names of several authors, in order. They override `author`. */
  authors?: readonly string[];
  /** Absolute URL. */
  image?: string;
  /** BCP 47 tag. */
  language?: string;
  tags?: readonly string[];
  published?: number;
  updated?: number;
}
