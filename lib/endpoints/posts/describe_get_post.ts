import * as v from "valibot";
import type { Operation } from "../../openapi/mod.ts";
import type { ResolvedOptions } from "../../options.ts";
import { postParameters } from "./post_parameters.ts";
import { singlePostSchema } from "../../representations/post_schema.ts";
import { exampleMarkdown, examplePost } from "./example_post.ts";
import { organizationProblems, organizationSlug, readOperation } from "../description/read_operation.ts";

/** Describes `GET /post/{organizationSlug}/{slug}`. */
export function describeGetPost(options: ResolvedOptions): Operation {
  return readOperation(
    {
      operationId: "getPost",
      path: "/post/{organizationSlug}/{slug}",
      tag: "Posts",
      summary: "Get one post",
      description:
        "A published post with its content, its FAQ entries, and JSON-LD for its page. `structuredData.faqPage` is there from two FAQ " +
        "entries on. `If-Modified-Since` is honoured beside `If-None-Match`, once `Last-Modified` is older than the current second. With `Accept: text/markdown` it comes as Markdown: its fields as " +
        "YAML front matter, then its content; `fields` has no effect there. The schema is that of a request without `fields`. With `fields`, the " +
        "post has the selected fields only.",
      needsKey: options.readAccess === "key",
      parameters: [
        organizationSlug,
        {
          name: "slug",
          in: "path",
          description: "The slug of the post.",
          schema: v.string(),
          example: examplePost.slug,
        },
        {
          name: "If-Modified-Since",
          in: "header",
          description:
            "The `Last-Modified` of what the client has. Passed over where there is an `If-None-Match`.",
          schema: v.string(),
          example: "Fri, 01 May 2026 12:30:00 GMT",
        },
        {
          name: "If-Unmodified-Since",
          in: "header",
          description:
            "A `Last-Modified`: 412 when the post has changed since. Ignored where there is an `If-Match`.",
          schema: v.string(),
          example: "Fri, 01 May 2026 12:30:00 GMT",
        },
      ],
      query: postParameters,
      answer: "The post.",
      headers: ["Last-Modified", ...(options.cache.staleIfErrorSeconds === 0 ? [] : ["Age"])],
      content: {
        mediaType: "application/json",
        schema: singlePostSchema,
        examples: {
          post: { summary: "A post with two FAQ entries", value: examplePost },
        },
      },
      alternative: {
        mediaType: "text/markdown",
        schema: v.string(),
        examples: { markdown: { summary: "The post as Markdown", value: exampleMarkdown } },
      },
      problems: [
        ...organizationProblems,
        "invalid-parameter",
        "post-not-found",
        "text-too-large",
        "text-too-complex",
        "busy",
      ],
    },
    options,
  );
}
