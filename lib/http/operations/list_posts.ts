import * as v from "valibot";
import type { Operation } from "../../openapi/mod.ts";
import type { ResolvedOptions } from "../../options.ts";
import { listParameters } from "../list_query.ts";
import { postListSchema, selectedPostListSchema } from "../post_schema.ts";
import { exampleItem } from "./example_post.ts";
import { organizationProblems, organizationSlug, readOperation } from "./read_operation.ts";

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
        "a page may hold fewer posts than `limit`, even none, and still have a next one.",
      needsKey: options.readAccess === "key",
      parameters: [organizationSlug],
      query: listParameters,
      answer: "A page of posts.",
      headers: ["Last-Modified", "Link"],
      content: {
        mediaType: "application/json",
        schema: v.union([postListSchema, selectedPostListSchema]),
        examples: {
          page: { summary: "The last page", value: { posts: [exampleItem], nextCursor: null } },
          selected: {
            summary: "With fields=id,name, and a next page",
            value: {
              posts: [{ id: exampleItem.id, name: exampleItem.name }],
              nextCursor: "WyItY3JlYXRlZEF0IiwieCJd",
            },
          },
        },
      },
      problems: [...organizationProblems, "invalid-parameter"],
    },
    options,
  );
}
