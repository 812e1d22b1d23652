import { jsonContent } from "../../description/openapi_content.ts";
import { authorListSchema, tagListSchema } from "../../representations/tally_schema.ts";
import { readOperation, type DescribeOperation } from "../../description/read_operation.ts";
import { tallyParameters } from "./tally_parameters.ts";

const common = {
  tag: "Posts",
  query: tallyParameters,
  headers: ["Link"],
  problems: ["invalid-parameter", "tallies-too-large"],
} as const;

const paging = "Follow `nextCursor`, or the header `Link`, until it is null.";

/** Describes `GET /tags/{organizationSlug}`. */
export const describeListTags: DescribeOperation = readOperation({
  ...common,
  operationId: "listTags",
  path: "/tags/{organizationSlug}",
  summary: "List the tags",
  description: `Returns a page of the tags of the published posts, with their numbers of posts. ${paging}`,
  needsKey: "for-reading",
  responseDescription: "A page of tags.",
  content: jsonContent(tagListSchema, {
    page: {
      summary: "The last page",
      value: { tags: [{ name: "visit", postCount: 1 }], nextCursor: null },
    },
  }),
});

/** Describes `GET /authors/{organizationSlug}`. */
export const describeListAuthors: DescribeOperation = readOperation({
  ...common,
  operationId: "listAuthors",
  path: "/authors/{organizationSlug}",
  summary: "List the authors",
  description:
    "Returns a page of the authors of the published posts, with their numbers of posts. A post with several authors counts for each. " +
    paging,
  needsKey: "for-reading",
  responseDescription: "A page of authors.",
  content: jsonContent(authorListSchema, {
    page: {
      summary: "The last page",
      value: { authors: [{ name: "Ada Lovelace", postCount: 1 }], nextCursor: null },
    },
  }),
});
