import * as v from "valibot";
import { postSorts } from "../../../content/mod.ts";
import { readPage } from "../read_page.ts";
import { defineTool, type Tool } from "../tool.ts";
import { toolInput } from "./tool_input.ts";
import { cursor, labels, limit, nextCursor, text } from "./tool_inputs.ts";

const sortRule = `must be ${postSorts.join(", ")}, or custom.NAME with or without -`;

/** Lists the published posts. */
export const listPostsTool: Tool = defineTool({
  name: "list_posts",
  title: "List posts",
  description:
    "Lists the published posts without their text, the newest first. Use it to browse by section, tag, author or time, not to find words: " +
    '{"tag":"shop","updatedSince":"2026-01-01"}.',
  permission: "posts:read",
  input: toolInput({
    sort: v.exactOptional(
      v.pipe(
        v.union(
          [
            v.picklist(postSorts, sortRule),
            v.pipe(v.string(), v.maxLength(50), v.regex(/^-?custom\./, sortRule)),
          ],
          sortRule,
        ),
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
    limit: limit(100),
    cursor,
  }),
  output: v.looseObject({
    posts: v.array(v.looseObject({ slug: v.string(), name: v.string(), url: v.string() })),
    nextCursor,
  }),
  call: async ({ custom = {}, ...filters }, backend) => {
    const values = Object.entries(custom).map(([name, value]) => [`custom.${name}`, String(value)]);
    const query = { ...filters, ...(Object.fromEntries(values) as Record<string, string>) };
    const shape = { list: "posts", usual: 20 };
    return { structured: await readPage(backend, `post/${backend.organizationSlug}`, shape, query) };
  },
});
