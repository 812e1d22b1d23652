import * as v from "valibot";
import { knowledgeResultsSchema } from "../../representations/search_schema.ts";
import { readAnswer } from "../read_answer.ts";
import { defineTool, type Tool } from "../tool.ts";
import { cursor, limit, query } from "./tool_inputs.ts";

/** Searches the knowledge base of the key's organization. */
export const searchKnowledgeTool: Tool = defineTool({
  name: "search_knowledge",
  title: "Search the knowledge base",
  description: "Searches the texts that were added to the organization's knowledge base.",
  permission: "knowledge:read",
  input: v.strictObject({ query, limit: limit(50, 10), cursor }),
  output: knowledgeResultsSchema,
  call: async ({ query: q, ...page }, backend) => ({
    structured: await readAnswer(backend, "knowledge-base/search", { q, ...page }),
  }),
});
