/** One URL of a sitemap. */
export interface SitemapEntry {
  /** Absolute URL, percent-encoded. */
  loc: string;
  /** When the page last changed: milliseconds since the epoch. Left out when it is not known. */
  lastmod?: number;
  /**
   * The same page in all its languages, itself among them. Every one of these pages must list the same ones:
   * Google passes over links that are not returned.
   */
  alternates?: readonly SitemapAlternate[];
  /** Absolute URLs of the images on the page, percent-encoded. */
  images?: readonly string[];
}

/** A page in one language. */
export interface SitemapAlternate {
  /** BCP 47 tag, or `x-default` for the page of everyone else. Google reads language, script and region only. */
  hreflang: string;
  /** Absolute URL, percent-encoded. */
  href: string;
}
