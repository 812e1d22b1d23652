import * as v from "valibot";
import { textSchema } from "../../base/fields/text_schema.ts";
import { schemaOf } from "../../http/mod.ts";
import type { SitemapAlternate } from "../../publishing/mod.ts";
import type { SitemapPages, SitemapUrl, SitemapUrls } from "./represent_sitemap.ts";

const lastmod = v.exactOptional(
  v.pipe(v.string(), v.isoTimestamp(), v.description("Time of the last change: RFC 3339, in UTC.")),
);

/** A page in one language. */
export const sitemapAlternateSchema: v.GenericSchema<SitemapAlternate> = schemaOf<SitemapAlternate>()(
  v.strictObject({
    hreflang: textSchema("A BCP 47 tag, or `x-default` for the page of all other languages."),
    href: v.pipe(v.string(), v.url(), v.description("URL of the page.")),
  }),
);

/** An entry of a sitemap in JSON. */
export const sitemapUrlSchema: v.GenericSchema<SitemapUrl> = schemaOf<SitemapUrl>()(
  v.strictObject({
    loc: v.pipe(v.string(), v.url(), v.description("URL of a page.")),
    lastmod,
    alternates: v.exactOptional(
      v.pipe(
        v.array(sitemapAlternateSchema),
        v.readonly(),
        v.description("The same page in all its languages, including this page."),
      ),
    ),
    images: v.exactOptional(
      v.pipe(
        v.array(v.pipe(v.string(), v.url())),
        v.readonly(),
        v.description("URLs of the images on the page."),
      ),
    ),
  }),
);

/** A sitemap in JSON. */
export const sitemapUrlsSchema: v.GenericSchema<SitemapUrls> = schemaOf<SitemapUrls>()(
  v.strictObject({ urls: v.array(sitemapUrlSchema) }),
);

/** The index of a sitemap in JSON. */
export const sitemapPagesSchema: v.GenericSchema<SitemapPages> = schemaOf<SitemapPages>()(
  v.strictObject({
    sitemaps: v.array(
      v.strictObject({
        loc: v.pipe(v.string(), v.url(), v.description("URL of a page of the sitemap.")),
        lastmod,
      }),
    ),
  }),
);
