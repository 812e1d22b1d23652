import * as v from "valibot";
import { knowledgeReceiptSchema } from "../../representations/knowledge_schema.ts";
import { sendChecked } from "../read_answer.ts";
import { defineTool, type Tool } from "../tool.ts";

/** Adds a text to the knowledge base of the key's organization. */
export const addKnowledgeTool: Tool = defineTool({
  name: "add_knowledge",
  title: "Add a text to the knowledge base",
  description: "Adds a text to the organization's knowledge base. A text that is sent twice is added twice.",
  permission: "knowledge:write",
  isWriting: true,
  input: v.strictObject({ text: v.pipe(v.string(), v.description("The text, as plain text.")) }),
  output: knowledgeReceiptSchema,
  call: async (body, backend) => {
    const response = await sendChecked(backend, "knowledge-base", { body });
    return { structured: (await response.json()) as Record<string, unknown> };
  },
});
