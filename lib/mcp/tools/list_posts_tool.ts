import * as v from "valibot";
import { postSorts } from "../../content/mod.ts";
import { postListSchema } from "../../representations/post_schema.ts";
import { readAnswer } from "../read_answer.ts";
import { defineTool, type Tool } from "../tool.ts";
import { cursor, limit, text } from "./tool_inputs.ts";

/** Lists the published posts. */
export const listPostsTool: Tool = defineTool({
  name: "list_posts",
  title: "List posts",
  description: "Lists the published posts without their text, the newest first.",
  permission: "posts:read",
  input: v.strictObject({
    sort: v.exactOptional(
      v.pipe(
        v.picklist(postSorts),
        v.description("Order. A leading - means descending. Default: -publishedAt."),
      ),
    ),
    section: text("Only posts of this section."),
    language: text("Only posts in this language, a BCP 47 tag such as en."),
    tag: text("Only posts with this tag."),
    author: text("Only posts of this author."),
    updatedSince: text("Only posts changed at this time or later: a date, or a date and time, in ISO 8601."),
    limit: limit(100, 50),
    cursor,
  }),
  output: postListSchema,
  call: async (filters, backend) => ({
    structured: await readAnswer(backend, `post/${backend.organizationSlug}`, filters),
  }),
});
