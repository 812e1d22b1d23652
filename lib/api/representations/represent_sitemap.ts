import type { SitemapAlternate, SitemapEntry, SitemapIndexEntry } from "../../publishing/mod.ts";

/** An entry of a sitemap in JSON. Unknown fields are left out. */
export interface SitemapUrl {
  loc: string;
  /** RFC 3339. */
  lastmod?: string;
  /** The same page in all its languages, including this page. */
  alternates?: readonly SitemapAlternate[];
  /** Absolute URLs of the images on the page. */
  images?: readonly string[];
}

/** A sitemap in JSON. */
export interface SitemapUrls {
  urls: SitemapUrl[];
}

/** The index of a sitemap in JSON, for a sitemap with several pages. */
export interface SitemapPages {
  sitemaps: Pick<SitemapUrl, "loc" | "lastmod">[];
}

/** Represents an entry of a sitemap or an index in JSON. */
export function toSitemapUrl({ loc, lastmod, ...rest }: SitemapEntry | SitemapIndexEntry): SitemapUrl {
  const freshness = lastmod === undefined ? {} : { lastmod: new Date(lastmod).toISOString() };
  return { loc, ...freshness, ...rest };
}
