import * as v from "valibot";
import type { Content, Operation } from "../../openapi/mod.ts";
import type { ResolvedOptions } from "../../options.ts";
import { toUrlset } from "../../sitemap/mod.ts";
import { exampleItem } from "./example_post.ts";
import { organizationProblems, organizationSlug, readOperation } from "./read_operation.ts";

const lastmod = Date.parse(exampleItem.updatedAt ?? "");
const post = { loc: exampleItem.url, lastmod };
const root = { loc: "https://acme.example/", lastmod };

const common = {
  tag: "Sitemaps",
  parameters: [organizationSlug],
  headers: ["Last-Modified"],
  problems: organizationProblems,
} as const;

/** Describes `GET /post/{organizationSlug}/sitemap`. */
export function describePostSitemap(options: ResolvedOptions): Operation {
  return readOperation(
    {
      ...common,
      operationId: "getPostSitemap",
      path: "/post/{organizationSlug}/sitemap",
      summary: "Get the sitemap of the posts",
      description:
        "By sitemaps.org 0.9. A post's `lastmod` is its `updatedAt`, its `createdAt` when that is missing or invalid, and left out " +
        "when both are. Needs no key in any case: crawlers send none.",
      answer: "The addresses of the posts.",
      content: xml("A sitemap of one post", toUrlset([post])),
    },
    options,
  );
}

/** Describes `GET /sitemap/{organizationSlug}`. */
export function describeOrganizationSitemap(options: ResolvedOptions): Operation {
  return readOperation(
    {
      ...common,
      operationId: "getOrganizationSitemap",
      path: "/sitemap/{organizationSlug}",
      summary: "Get the sitemap of the site",
      description:
        "The site's root, then the posts. The root's `lastmod` is the latest of the posts', or now when there are no posts. " +
        "Needs no key in any case: crawlers send none.",
      answer: "The addresses of the root and of the posts.",
      content: xml("A sitemap of a site with one post", toUrlset([root, post])),
    },
    options,
  );
}

function xml(summary: string, value: string): Content {
  return { mediaType: "application/xml", schema: v.string(), examples: { sitemap: { summary, value } } };
}
