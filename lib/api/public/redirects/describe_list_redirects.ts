import { jsonContent } from "../../description/openapi_content.ts";
import { redirectListSchema } from "../../representations/redirect_schema.ts";
import type { RedirectItem } from "../../representations/represent_redirect.ts";
import { readOperation, type DescribeOperation } from "../../description/read_operation.ts";
import { exampleItem } from "../posts/example_post.ts";
import { redirectParameters } from "./list_redirects.ts";

/** Redirects in the documentation. */
const exampleRedirects: RedirectItem[] = [
  {
    from: "/blog/opening-hours",
    fromSlug: "opening-hours",
    to: "/blog/when-we-are-open",
    url: exampleItem.url,
    slug: exampleItem.slug,
  },
  { from: "/2016/03/hours.html", to: "/blog/when-we-are-open", url: exampleItem.url, slug: exampleItem.slug },
];

/** Describes `GET /redirects/{organizationSlug}`. */
export const describeListRedirects: DescribeOperation = readOperation({
  operationId: "listRedirects",
  path: "/redirects/{organizationSlug}",
  tag: "Posts",
  summary: "List the redirects",
  description:
    "Returns a page of redirects from earlier addresses of published posts, for the router of the site. Follow `nextCursor`, or the " +
    "header `Link`, until it is null. A page can have fewer redirects than `limit`, or none, although a next page exists.",
  needsKey: "for-reading",
  query: redirectParameters,
  responseDescription: "A page of redirects.",
  headers: ["Link"],
  content: jsonContent(redirectListSchema, {
    page: { summary: "The last page", value: { redirects: exampleRedirects, nextCursor: null } },
  }),
  problems: ["invalid-parameter"],
});
