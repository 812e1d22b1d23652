/** One URL of a sitemap. */
export interface SitemapEntry {
  /** Absolute URL, percent-encoded. */
  loc: string;
  /** Time of the page's last change in milliseconds since the epoch. Undefined if unknown. */
  lastmod?: number;
  /**
   * The same page in all its languages, including this page. Each of these pages must list the same alternates, because
   * Google ignores links that are not mutual.
   */
  alternates?: readonly SitemapAlternate[];
  /** Absolute URLs of the images on the page, percent-encoded. */
  images?: readonly string[];
}

/** A page in one language. */
export interface SitemapAlternate {
  /** BCP 47 tag, or `x-default` for all other languages. Google reads only language, script and region. */
  hreflang: string;
  /** Absolute URL, percent-encoded. */
  href: string;
}
