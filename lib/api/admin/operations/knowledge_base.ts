import { jsonContent } from "../../description/openapi_content.ts";
import { knowledgeInput } from "../../../content/mod.ts";
import { addedText, exampleEntry, exampleTexts } from "../../public/knowledge_base/example_knowledge.ts";
import { putTextBody, putTextDescription } from "../../public/knowledge_base/describe_knowledge_text.ts";
import { knowledgeParameters } from "../knowledge_base.ts";
import { knowledgeEntrySchema, knowledgePageSchema } from "../organization_schemas.ts";
import {
  type AdminResponse,
  type DescribeAdminOperation,
  idParameter,
  ifMatch,
  ifNoneMatchAny,
  lastPage,
  notModified,
  operationsOf,
  readConditions,
  writeProblems,
} from "./admin_operation.ts";
import { exampleUserId } from "./examples.ts";

const operation = operationsOf({ tag: "Knowledge base", needs: "knowledge:write" });

const textId = idParameter("The id of the text.", exampleEntry.id);
const tagged: Pick<AdminResponse, "headers" | "content"> = {
  headers: ["ETag"],
  content: jsonContent(knowledgeEntrySchema, {
    text: { summary: "A text", value: { ...exampleEntry, userId: exampleUserId } },
  }),
};

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
    operationId: "getText",
    method: "get",
    path: "/knowledge-base/{id}",
    summary: "Get a text",
    description: "Send the `ETag` in `If-Match` when you replace the text.",
    id: textId,
    parameters: [...readConditions],
    responses: [{ status: 200, description: "The text.", ...tagged }, notModified],
  }),
  (options) =>
    operation({
      operationId: "putText",
      method: "put",
      path: "/knowledge-base/{id}",
      summary: "Create or replace a text",
      description: putTextDescription,
      id: textId,
      parameters: [ifMatch, ifNoneMatchAny],
      body: putTextBody(options),
      responses: [
        { status: 200, description: "The current text.", ...tagged },
        { status: 201, description: "The text was created.", ...tagged },
      ],
      problems: writeProblems,
    })(options),
  operation({
    operationId: "deleteText",
    method: "delete",
    path: "/knowledge-base/{id}",
    summary: "Delete a text",
    description: "This cannot be undone.",
    id: textId,
    parameters: [ifMatch, ifNoneMatchAny],
    responses: [{ status: 204, description: "The text was deleted." }],
    problems: writeProblems,
  }),
];
