import { jsonContent } from "../../description/openapi_content.ts";
import * as v from "valibot";
import type { Content } from "../../../http/openapi/mod.ts";
import { type SitemapEntry, toSitemapIndex, toUrlset } from "../../../publishing/mod.ts";
import { toSitemapUrl } from "../../representations/represent_sitemap.ts";
import { sitemapPagesSchema, sitemapUrlsSchema } from "../../representations/sitemap_schema.ts";
import { sitemapParameters } from "./sitemaps.ts";
import { exampleItem } from "../posts/example_post.ts";
import { readOperation, type DescribeOperation } from "../../description/read_operation.ts";

const lastmod = Date.parse(exampleItem.updatedAt ?? "");
const post: SitemapEntry = { loc: exampleItem.url, lastmod };
const root: SitemapEntry = { loc: "https://acme.example/", lastmod };

const rules =
  "Above 50,000 URLs or 50 MiB it is an index. Get its sitemaps with `page`. Send `Accept: application/json` to get JSON. " +
  "Never needs a key, because crawlers do not send keys.";

const common = {
  tag: "Sitemaps",
  query: sitemapParameters,
  problems: ["invalid-parameter", "page-not-found"],
} as const;

/** Describes `GET /post/{organizationSlug}/sitemap`. */
export const describePostSitemap: DescribeOperation = readOperation({
  ...common,
  ...contentsOf([post], "https://acme.example/sitemap-posts.xml"),
  operationId: "getPostSitemap",
  path: "/post/{organizationSlug}/sitemap",
  summary: "Get the sitemap of the posts",
  description:
    "In the sitemaps.org 0.9 format. A post's `lastmod` is its `updatedAt`. If that is missing or invalid, it is `createdAt`. If both " +
    `are, \`lastmod\` is left out. ${rules}`,
  responseDescription: "The URLs of the posts, or of the sitemap's pages.",
});

/** Describes `GET /sitemap/{organizationSlug}`. */
export const describeOrganizationSitemap: DescribeOperation = readOperation({
  ...common,
  ...contentsOf([root, post], "https://acme.example/sitemap.xml"),
  operationId: "getOrganizationSitemap",
  path: "/sitemap/{organizationSlug}",
  summary: "Get the sitemap of the site",
  description: `The site's root, then the posts. The root's \`lastmod\` is the latest \`lastmod\` of the posts, or the current time if there are no posts. ${rules}`,
  responseDescription: "The URLs of the root and the posts, or of the sitemap's pages.",
});

/** Returns examples of a sitemap and an index, as XML and JSON. */
function contentsOf(
  entries: readonly SitemapEntry[],
  url: string,
): { content: Content; alternative: Content } {
  const pages = [
    { loc: `${url}?page=1`, lastmod },
    { loc: `${url}?page=2`, lastmod },
  ];
  return {
    content: {
      mediaType: "application/xml",
      schema: v.string(),
      examples: examplesOf(toUrlset(entries), toSitemapIndex(pages)),
    },
    alternative: jsonContent(
      v.union([sitemapUrlsSchema, sitemapPagesSchema]),
      examplesOf({ urls: entries.map(toSitemapUrl) }, { sitemaps: pages.map(toSitemapUrl) }),
    ),
  };
}

function examplesOf(sitemap: unknown, index: unknown): Content["examples"] {
  return {
    sitemap: { summary: "A sitemap", value: sitemap },
    index: { summary: "An index of two pages", value: index },
  };
}
