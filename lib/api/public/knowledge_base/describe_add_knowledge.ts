import * as v from "valibot";
import { knowledgeInput } from "../../../content/mod.ts";
import type { Operation } from "../../../http/openapi/mod.ts";
import type { ApiOptions } from "../../api_options.ts";
import { keyProblems, problemResponses } from "../../description/problem_responses.ts";
import { commonHeaders } from "../../description/response_headers.ts";
import { addedText, exampleTexts } from "./example_knowledge.ts";

/** Describes `POST /knowledge-base`. */
export function describeAddKnowledge(options: ApiOptions): Operation {
  const { bodyBytes, textCharacters } = options.limits;
  return {
    operationId: "addKnowledge",
    method: "post",
    path: "/knowledge-base",
    tag: "Knowledge base",
    summary: "Add a text to the knowledge base",
    description:
      "Adds the text to the organization of the key. With `Idempotency-Key`, a repeated request within 24 hours gets the first response " +
      "again and adds nothing.",
    needsKey: true,
    parameters: [
      {
        name: "Idempotency-Key",
        in: "header",
        description: "Identifies the request, so that a retry adds no second text.",
        schema: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
        example: "5f0c2a3e",
      },
    ],
    body: {
      description: `A JSON object of at most ${bodyBytes} bytes. The text is 1 to ${textCharacters} characters after trimming.`,
      schema: knowledgeInput(options.limits),
      examples: exampleTexts,
    },
    responses: [
      { ...addedText, headers: commonHeaders },
      ...problemResponses([
        "missing-key",
        ...keyProblems(options),
        "invalid-header",
        "invalid-parameter",
        "missing-body",
        "incomplete-body",
        "malformed-json",
        "missing-permission",
        "wrong-organization",
        "body-too-large",
        "unsupported-media-type",
        "invalid-body",
        "idempotency-key-reused",
      ]),
    ],
  };
}
