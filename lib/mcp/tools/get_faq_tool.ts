import * as v from "valibot";
import { faqListSchema } from "../../representations/faq_schema.ts";
import { readAnswer } from "../read_answer.ts";
import { defineTool, type Tool } from "../tool.ts";
import { cursor, limit, text } from "./tool_inputs.ts";

/** Lists the questions and answers of the posts. */
export const getFaqTool: Tool = defineTool({
  name: "get_faq",
  title: "List questions and answers",
  description:
    "Lists the questions and answers of the published posts, each with its post. A page may have none although nextCursor is set.",
  permission: "posts:read",
  input: v.strictObject({
    section: text("Only questions of posts of this section."),
    language: text("Only questions of posts in this language, a BCP 47 tag such as en."),
    tag: text("Only questions of posts with this tag."),
    limit: limit(100, 50),
    cursor,
  }),
  output: faqListSchema,
  call: async (filters, backend) => ({
    structured: await readAnswer(backend, `faq/${backend.organizationSlug}`, filters),
  }),
});
