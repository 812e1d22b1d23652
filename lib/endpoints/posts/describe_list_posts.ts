import type { Operation } from "../../openapi/mod.ts";
import type { ResolvedOptions } from "../../options.ts";
import { listParameters } from "./list_query.ts";
import { postListSchema } from "../../representations/post_schema.ts";
import { exampleItem } from "./example_post.ts";
import { organizationProblems, organizationSlug, readOperation } from "../description/read_operation.ts";

/** Describes `GET /post/{organizationSlug}`. */
export function describeListPosts(options: ResolvedOptions): Operation {
  return readOperation(
    {
      operationId: "listPosts",
      path: "/post/{organizationSlug}",
      tag: "Posts",
      summary: "List the published posts",
      description:
        "A page at a time. Follow `nextCursor`, or the header `Link`, until it is null: where a filter matches few of many posts, " +
        "a page may hold fewer posts than `limit`, even none, and still have a next one. The schema is that of a request without `fields`. " +
        "With `fields`, each post has the selected fields only, `html` among them if it is named.",
      needsKey: options.readAccess === "key",
      parameters: [organizationSlug],
      query: listParameters,
      answer: "A page of posts.",
      headers: ["Last-Modified", "Link"],
      content: {
        mediaType: "application/json",
        schema: postListSchema,
        examples: {
          page: { summary: "The last page", value: { posts: [exampleItem], nextCursor: null } },
        },
      },
      problems: [...organizationProblems, "invalid-parameter"],
    },
    options,
  );
}
