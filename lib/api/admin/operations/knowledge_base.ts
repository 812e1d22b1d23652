import { knowledgeInput } from "../../../content/mod.ts";
import { addedText, exampleEntry, exampleTexts } from "../../public/knowledge_base/example_knowledge.ts";
import { knowledgeParameters } from "../knowledge_base.ts";
import { knowledgePageSchema } from "../organization_schemas.ts";
import { lastPage, operationsOf, type DescribeAdminOperation, idParameter } from "./admin_operation.ts";
import { exampleUserId } from "./examples.ts";

const operation = operationsOf({ tag: "Knowledge base", needs: "knowledge:write" });

/** The operations on the knowledge base. */
export const knowledgeOperations: readonly DescribeAdminOperation[] = [
  operation({
    operationId: "listTexts",
    method: "get",
    path: "/knowledge-base",
    summary: "List texts",
    description: "Returns pages of texts, newest first.",
    query: knowledgeParameters,
    responses: [
      lastPage("A page of texts.", knowledgePageSchema, {
        entries: [{ ...exampleEntry, userId: exampleUserId }],
        nextCursor: null,
      }),
    ],
  }),
  (options) =>
    operation({
      operationId: "addText",
      method: "post",
      path: "/knowledge-base",
      summary: "Add a text",
      description: "Works like the endpoint of the public API.",
      body: {
        description: `The text is 1 to ${options.limits.textCharacters} characters after trimming.`,
        schema: knowledgeInput(options.limits),
        examples: exampleTexts,
      },
      responses: [addedText],
    })(options),
  operation({
    operationId: "deleteText",
    method: "delete",
    path: "/knowledge-base/{id}",
    summary: "Delete a text",
    description: "This cannot be undone.",
    id: idParameter("The id of the text.", exampleEntry.id),
    responses: [{ status: 204, description: "The text was deleted." }],
  }),
];
