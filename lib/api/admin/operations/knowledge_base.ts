import { knowledgeInput } from "../../../content/mod.ts";
import { addedText, exampleEntry, exampleTexts } from "../../public/knowledge_base/example_knowledge.ts";
import { knowledgeParameters } from "../knowledge_base.ts";
import { knowledgePageSchema } from "../organization_schemas.ts";
import { adminOperation, type DescribeAdminOperation, idParameter } from "./admin_operation.ts";
import { exampleUserId } from "./examples.ts";

const tag = "Knowledge base";

/** The operations on the knowledge base. */
export const knowledgeOperations: readonly DescribeAdminOperation[] = [
  adminOperation({
    operationId: "listTexts",
    method: "get",
    path: "/knowledge-base",
    tag,
    summary: "List texts",
    description: "Returns pages of texts, newest first.",
    needs: "knowledge:write",
    query: knowledgeParameters,
    responses: [
      {
        status: 200,
        description: "A page of texts.",
        content: {
          mediaType: "application/json",
          schema: knowledgePageSchema,
          examples: {
            page: {
              summary: "The last page",
              value: { entries: [{ ...exampleEntry, userId: exampleUserId }], nextCursor: null },
            },
          },
        },
      },
    ],
  }),
  (options) =>
    adminOperation({
      operationId: "addText",
      method: "post",
      path: "/knowledge-base",
      tag,
      summary: "Add a text",
      description: "Works like the endpoint of the public API.",
      needs: "knowledge:write",
      body: {
        description: `The text is 1 to ${options.limits.textCharacters} characters after trimming.`,
        schema: knowledgeInput(options.limits),
        examples: exampleTexts,
      },
      responses: [addedText],
    })(options),
  adminOperation({
    operationId: "deleteText",
    method: "delete",
    path: "/knowledge-base/{id}",
    tag,
    summary: "Delete a text",
    description: "This cannot be undone.",
    needs: "knowledge:write",
    parameters: [idParameter("The id of the text.", exampleEntry.id)],
    responses: [{ status: 204, description: "The text was deleted." }],
  }),
];
