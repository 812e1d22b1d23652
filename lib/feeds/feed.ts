/** A site's newest posts, from which each format is written. Times are milliseconds since the epoch. */
export interface Feed {
  /** An IRI that stays the same for good, and is no other feed's (RFC 4287, section 4.2.6). */
  id: string;
  /** Plain text, like all but `html`. */
  title: string;
  /** What the site is about. */
  description?: string;
  /** Absolute URL of the site. */
  siteUrl: string;
  /** Absolute URL where readers get this feed. Left out when it is not known. */
  feedUrl?: string;
  /** BCP 47 tag. */
  language: string;
  /** Absolute URL of the site's logo. */
  logo?: string;
  /** When anything in the feed last changed. */
  updated: number;
  /** The newest first. */
  entries: readonly FeedEntry[];
}

/** A post in a feed. What is not known is left out. */
export interface FeedEntry {
  /** An IRI that stays the same for good, wherever the post moves, and is no other entry's. */
  id: string;
  /** Absolute URL of the post's page. */
  url: string;
  title: string;
  /** The whole content, with markup. */
  html?: string;
  summary?: string;
  /** The author's name. */
  author?: string;
  /** The names of several authors, in their order. They go before `author`. */
  authors?: readonly string[];
  /** Absolute URL. */
  image?: string;
  /** BCP 47 tag. */
  language?: string;
  tags?: readonly string[];
  published?: number;
  updated?: number;
}
