import { jsonContent, pathPart } from "../../description/openapi_content.ts";
import { keyProblems, problemResponses } from "../../description/problem_responses.ts";
import { type DescribeOperation, readOperation } from "../../description/read_operation.ts";
import { commonHeaders } from "../../description/response_headers.ts";
import { ifMatch, ifNoneMatchAny } from "../../admin/operations/admin_operation.ts";
import { knowledgeTextInput } from "../../../content/mod.ts";
import type { ProblemCode } from "../../../http/mod.ts";
import type { BodyDescription, Operation, Parameter } from "../../../http/openapi/mod.ts";
import type { ApiOptions } from "../../api_options.ts";
import { knowledgeTextSchema } from "../../representations/search_schema.ts";
import { exampleEntry } from "./example_knowledge.ts";

const path = "/knowledge-base/{id}";
const tag = "Knowledge base";
const textId: Parameter = {
  name: "id",
  in: "path",
  description: "The id of the text.",
  schema: pathPart,
  example: exampleEntry.id,
};
const content = jsonContent(knowledgeTextSchema, { text: { summary: "A text", value: exampleEntry } });

const problemsOfText: readonly ProblemCode[] = [
  "malformed-path",
  "missing-permission",
  "wrong-organization",
  "invalid-parameter",
];

/** Rules of the request that writes a text. */
export const putTextDescription: string =
  "Works with an id that you choose, and with the ids of added texts. An id has 1 to 128 letters, digits and `._~:-`, and begins with a letter or a digit. `search` and `new` are no ids. A body without changes writes nothing, so the request can be repeated. A field that is missing in the body is removed.";

/** Describes the body of the request that writes a text. */
export function putTextBody({ limits }: ApiOptions): BodyDescription {
  return {
    description: `A JSON object of at most ${limits.bodyBytes} bytes. The text is 1 to ${limits.textCharacters} characters after trimming.`,
    schema: knowledgeTextInput(limits),
    examples: {
      text: {
        summary: "A text with its source",
        value: {
          text: exampleEntry.text,
          title: "Opening hours",
          source: "https://acme.example/visit",
          tags: ["visit"],
        },
      },
    },
  };
}

/** Describes `GET /knowledge-base/{id}`. */
export const describeGetKnowledge: DescribeOperation = readOperation({
  operationId: "getKnowledge",
  path,
  tag,
  summary: "Get a text of the knowledge base",
  description: "Needs `knowledge:read`. Send the `ETag` in `If-Match` when you replace or delete the text.",
  needsKey: true,
  parameters: [textId],
  responseDescription: "The text.",
  content,
  problems: [...problemsOfText, "not-found"],
});

/** Describes `PUT /knowledge-base/{id}`. */
export function describePutKnowledge(options: ApiOptions): Operation {
  const headers = [...commonHeaders, "ETag"];
  return {
    operationId: "putKnowledge",
    method: "put",
    path,
    tag,
    summary: "Create or replace a text of the knowledge base",
    description: `Needs \`knowledge:write\`. ${putTextDescription}`,
    needsKey: true,
    parameters: [textId, ifMatch, ifNoneMatchAny],
    body: putTextBody(options),
    responses: [
      { status: 200, description: "The current text.", headers, content },
      { status: 201, description: "The text was created.", headers, content },
      ...problemResponses([
        ...writeProblems(options),
        "missing-body",
        "incomplete-body",
        "malformed-json",
        "body-too-large",
        "unsupported-media-type",
        "invalid-body",
      ]),
    ],
  };
}

/** Describes `DELETE /knowledge-base/{id}`. */
export function describeDeleteKnowledge(options: ApiOptions): Operation {
  return {
    operationId: "deleteKnowledge",
    method: "delete",
    path,
    tag,
    summary: "Delete a text of the knowledge base",
    description: "Needs `knowledge:write`. This cannot be undone.",
    needsKey: true,
    parameters: [textId, ifMatch, ifNoneMatchAny],
    responses: [
      { status: 204, description: "The text was deleted.", headers: commonHeaders },
      ...problemResponses([...writeProblems(options), "not-found"]),
    ],
  };
}

function writeProblems(options: ApiOptions): ProblemCode[] {
  return [
    "missing-key",
    ...keyProblems(options),
    ...problemsOfText,
    "invalid-header",
    "precondition-failed",
    "changed-meanwhile",
  ];
}
