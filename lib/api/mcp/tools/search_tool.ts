import * as v from "valibot";
import { searchResultsSchema } from "../../representations/search_schema.ts";
import { readAnswer } from "../read_answer.ts";
import { defineTool, type Tool } from "../tool.ts";
import { cursor, labels, limit, query } from "./tool_inputs.ts";

/** Searches the posts and their FAQ entries. */
export const searchTool: Tool = defineTool({
  name: "search",
  title: "Search posts and questions",
  description:
    "Searches the published posts and their questions and answers. Each result has the passage that fits best, and the URL to cite.",
  permission: "posts:read",
  input: v.strictObject({
    query,
    in: v.exactOptional(
      v.pipe(v.picklist(["posts", "faq"]), v.description("Only posts, or only questions. Default: both.")),
    ),
    ...labels,
    limit: limit(50, 10),
    cursor,
  }),
  output: searchResultsSchema,
  call: async ({ query: q, ...filters }, backend) => ({
    structured: await readAnswer(backend, `search/${backend.organizationSlug}`, { q, ...filters }),
  }),
});
