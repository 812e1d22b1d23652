import { jsonContent } from "../../description/openapi_content.ts";
import * as v from "valibot";
import { listParameters } from "./list_query.ts";
import { postListSchema, selectedListSchema } from "../../representations/post_schema.ts";
import { exampleItem } from "./example_post.ts";
import { readOperation, type DescribeOperation } from "../../description/read_operation.ts";

/** Describes `GET /post/{organizationSlug}`. */
export const describeListPosts: DescribeOperation = readOperation({
  operationId: "listPosts",
  path: "/post/{organizationSlug}",
  tag: "Posts",
  summary: "List the published posts",
  description:
    "Returns a page of posts. Follow `nextCursor`, or the header `Link`, until it is null. If a filter matches few posts, a page can " +
    "have fewer posts than `limit`, or none, although a next page exists. With `fields`, each post has only the selected fields, " +
    "including `html` if it is named (`SelectedPostList`). With `total=true`, the response has the number of posts on all pages. " +
    "Fields of the organization with `isFilterable` are parameters, too: `custom.rating=4` compares the value, or an item of a list. " +
    "`custom.rating.from` and `custom.rating.to` are the limits of a number, a date or a time. `sort=-custom.rating` sorts by a field; " +
    "posts without a value are last.",
  needsKey: "for-reading",
  query: listParameters,
  responseDescription: "A page of posts.",
  headers: ["Link"],
  content: jsonContent(v.union([postListSchema, selectedListSchema]), {
    page: { summary: "The last page", value: { posts: [exampleItem], nextCursor: null } },
  }),
  problems: ["invalid-parameter", "filter-not-ready"],
});
