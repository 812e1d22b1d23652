import * as v from "valibot";
import { readPage } from "../read_page.ts";
import { sendChecked } from "../read_answer.ts";
import { defineTool, type Tool } from "../tool.ts";
import { toolInput } from "./tool_input.ts";
import { cursor, limit, nextCursor, query } from "./tool_inputs.ts";
import { knowledgeReceiptSchema } from "../../representations/knowledge_schema.ts";

/** Adds a text to the knowledge base of the key's organization. */
export const addKnowledgeTool: Tool = defineTool({
  name: "add_knowledge",
  title: "Add a text to the knowledge base",
  description: "Adds a text to the organization's knowledge base. A text that is sent twice is added twice.",
  permission: "knowledge:write",
  isWriting: true,
  input: toolInput({ text: v.pipe(v.string(), v.description("The text, as plain text.")) }),
  output: knowledgeReceiptSchema,
  call: async (body, backend) => {
    const response = await sendChecked(backend, "knowledge-base", { body });
    return { structured: (await response.json()) as Record<string, unknown> };
  },
});

/** Searches the knowledge base of the key's organization. */
export const searchKnowledgeTool: Tool = defineTool({
  name: "search_knowledge",
  title: "Search the knowledge base",
  description: "Searches the texts that were added to the organization's knowledge base.",
  permission: "knowledge:read",
  input: toolInput({ query, limit: limit(50), cursor }),
  output: v.looseObject({
    results: v.array(v.looseObject({ id: v.string(), passage: v.looseObject({ text: v.string() }) })),
    nextCursor,
  }),
  call: async ({ query: q, ...page }, backend) => ({
    structured: await readPage(
      backend,
      "knowledge-base/search",
      { list: "results", usual: 10, toItem: toResult },
      { q, ...page },
    ),
  }),
});

/** Leaves out the snippet and places of words, which a model does not use. */
function toResult({
  passage,
  snippet: _snippet,
  ...found
}: Record<string, unknown>): Record<string, unknown> {
  return { ...found, passage: { text: (passage as { text: string }).text } };
}
