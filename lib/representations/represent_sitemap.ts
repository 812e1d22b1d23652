import type { SitemapAlternate, SitemapEntry, SitemapIndexEntry } from "../sitemap/mod.ts";

/** An entry of a sitemap in JSON. What is not known is left out. */
export interface SitemapUrl {
  loc: string;
  /** RFC 3339. */
  lastmod?: string;
  /** The same page in all its languages, itself among them. */
  alternates?: readonly SitemapAlternate[];
  /** Absolute URLs of the images on the page. */
  images?: readonly string[];
}

/** A sitemap in JSON. */
export interface SitemapUrls {
  urls: SitemapUrl[];
}

/** A sitemap in JSON that is more than one can hold: where its pages are. */
export interface SitemapPages {
  sitemaps: Pick<SitemapUrl, "loc" | "lastmod">[];
}

/** An entry of a sitemap, or of an index, in JSON. */
export function toSitemapUrl({ loc, lastmod, ...rest }: SitemapEntry | SitemapIndexEntry): SitemapUrl {
  const freshness = lastmod === undefined ? {} : { lastmod: new Date(lastmod).toISOString() };
  return { loc, ...freshness, ...rest };
}
