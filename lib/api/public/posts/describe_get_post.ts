import { jsonContent } from "../../description/openapi_content.ts";
import * as v from "valibot";
import { postParameters } from "./post_parameters.ts";
import { selectedPostSchema, singlePostSchema } from "../../representations/post_schema.ts";
import { exampleMarkdown, examplePost } from "./example_post.ts";
import { readOperation, type DescribeOperation } from "../../description/read_operation.ts";

/** Describes `GET /post/{organizationSlug}/{slug}`. */
export const describeGetPost: DescribeOperation = (options) =>
  readOperation({
    operationId: "getPost",
    path: "/post/{organizationSlug}/{slug}",
    tag: "Posts",
    summary: "Get one post",
    description:
      "Returns a published post with its content, its FAQ entries, and JSON-LD for its page. `structuredData.faqPage` exists if the post " +
      "has at least two FAQ entries. The response has no `Last-Modified` if it depends on the key or on other posts. " +
      "With `Accept: text/markdown`, the response is Markdown: the fields as YAML front matter, then the content. `fields` does " +
      "not apply to Markdown. With `fields`, the post has only the selected fields (`SelectedPost`). " +
      "The field `head` exists only if `fields` names it: HTML elements for the head of the post's page. An earlier slug of a post redirects to the present slug (308), unless another post has it.",
    needsKey: "for-reading",
    query: postParameters,
    responseDescription: "The post.",
    redirectDescription: "The post had this slug earlier. `Location` has its present slug.",
    headers: [
      "Last-Modified",
      "Link",
      "X-Robots-Tag",
      ...(options.cache.staleIfErrorSeconds === 0 ? [] : ["Age"]),
    ],
    content: jsonContent(v.union([singlePostSchema, selectedPostSchema]), {
      post: { summary: "A post with two FAQ entries", value: examplePost },
    }),
    alternative: {
      mediaType: "text/markdown",
      schema: v.string(),
      examples: { markdown: { summary: "The post as Markdown", value: exampleMarkdown } },
    },
    problems: [
      "invalid-parameter",
      "post-not-found",
      "too-many-previews",
      "text-too-large",
      "text-too-complex",
      "busy",
    ],
  })(options);
