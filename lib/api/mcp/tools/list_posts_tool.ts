import * as v from "valibot";
import { postSorts } from "../../../content/mod.ts";
import { postListSchema } from "../../representations/post_schema.ts";
import { readAnswer } from "../read_answer.ts";
import { defineTool, type Tool } from "../tool.ts";
import { cursor, labels, limit, text } from "./tool_inputs.ts";

/** Lists the published posts. */
export const listPostsTool: Tool = defineTool({
  name: "list_posts",
  title: "List posts",
  description: "Lists the published posts without their text, the newest first.",
  permission: "posts:read",
  input: v.strictObject({
    sort: v.exactOptional(
      v.pipe(
        v.union([v.picklist(postSorts), v.pipe(v.string(), v.maxLength(50), v.regex(/^-?custom\./))]),
        v.description(
          "Order. A leading - means descending. custom.NAME is a field of the organization. Default: -publishedAt.",
        ),
      ),
    ),
    ...labels,
    author: text("Only posts of this author."),
    updatedSince: text("Only posts changed at this time or later: a date, or a date and time, in ISO 8601."),
    custom: v.exactOptional(
      v.pipe(
        v.record(v.string(), v.union([v.pipe(v.string(), v.maxLength(500)), v.number(), v.boolean()])),
        v.maxEntries(20),
        v.description(
          "Only posts with these values of fields that the organization defines as filterable, by name. NAME.from and NAME.to are limits.",
        ),
      ),
    ),
    limit: limit(100, 50),
    cursor,
  }),
  output: postListSchema,
  call: async ({ custom = {}, ...filters }, backend) => {
    const values = Object.entries(custom).map(([name, value]) => [`custom.${name}`, String(value)]);
    const query = { ...filters, ...(Object.fromEntries(values) as Record<string, string>) };
    return { structured: await readAnswer(backend, `post/${backend.organizationSlug}`, query) };
  },
});
