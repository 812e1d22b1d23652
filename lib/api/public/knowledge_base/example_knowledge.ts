import { jsonContent } from "../../description/openapi_content.ts";
import type { Example, ResponseDescription } from "../../../http/openapi/mod.ts";
import { knowledgeReceiptSchema } from "../../representations/knowledge_schema.ts";

const text = "We are closed on Sundays";

/** The text that the examples show. */
export const exampleEntry: { id: string; text: string; createdAt: string } = {
  id: "01jz6q0v8k3f",
  text,
  createdAt: "2026-06-15T12:00:00.000Z",
};

/** Bodies of requests that add a text. */
export const exampleTexts: Readonly<Record<string, Example>> = {
  text: { summary: "A text", value: { text } },
};

/** The response to a request that added the text. */
export const addedText: Omit<ResponseDescription, "headers"> = {
  status: 201,
  description: "The text was added.",
  content: jsonContent(knowledgeReceiptSchema, {
    receipt: {
      summary: "A receipt",
      value: {
        id: exampleEntry.id,
        organizationSlug: "acme",
        createdAt: exampleEntry.createdAt,
        characters: text.length,
      },
    },
  }),
};
