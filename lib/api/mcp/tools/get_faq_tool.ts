import * as v from "valibot";
import { faqListSchema } from "../../representations/faq_schema.ts";
import { readAnswer } from "../read_answer.ts";
import { defineTool, type Tool } from "../tool.ts";
import { cursor, labels, limit } from "./tool_inputs.ts";

/** Lists the questions and answers of the posts. */
export const getFaqTool: Tool = defineTool({
  name: "get_faq",
  title: "List questions and answers",
  description:
    "Lists the questions and answers of the published posts, each with its post. A page may have none although nextCursor is set.",
  permission: "posts:read",
  input: v.strictObject({
    ...labels,
    limit: limit(100, 50),
    cursor,
  }),
  output: faqListSchema,
  call: async (filters, backend) => ({
    structured: await readAnswer(backend, `faq/${backend.organizationSlug}`, filters),
  }),
});
