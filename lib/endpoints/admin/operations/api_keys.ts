import { ownKeyInput, rollInput } from "../../../access/mod.ts";
import * as schemas from "../key_schemas.ts";
import {
  type AdminAnswer,
  adminOperation,
  type DescribeAdminOperation,
  idParameter,
} from "./admin_operation.ts";
import { exampleKey, exampleKeyId } from "./examples.ts";

const tag = "API keys";
const keyId = idParameter("The id of the key.", exampleKeyId);
const listed = { ...exampleKey, requestsToday: 12, lastUsedOn: "2026-06-15" };

const generated: AdminAnswer = {
  status: 201,
  description: "The key, with its value this once.",
  content: {
    mediaType: "application/json",
    schema: schemas.generatedApiKeySchema,
    examples: {
      key: {
        summary: "A key",
        // Shortened: a whole one would be found by who looks for leaked keys.
        value: { ...exampleKey, key: `postern_${exampleKeyId}_…` },
      },
    },
  },
};

/** The operations on keys, and on what is known of their use. */
export const keyOperations: readonly DescribeAdminOperation[] = [
  adminOperation({
    operationId: "listKeys",
    method: "get",
    path: "/api-keys",
    tag,
    summary: "List keys",
    description: "In the order of their ids, with their use, and without their values.",
    needs: "keys:manage",
    answers: [
      {
        status: 200,
        description: "The keys, expired and revoked ones among them.",
        content: {
          mediaType: "application/json",
          schema: schemas.apiKeyListSchema,
          examples: { keys: { summary: "One key", value: { apiKeys: [listed] } } },
        },
      },
    ],
  }),
  adminOperation({
    operationId: "generateKey",
    method: "post",
    path: "/api-keys",
    tag,
    summary: "Generate a key",
    description:
      "Of the caller's own, in the organization of the caller's key. It gets no permission that the caller lacks, and outlives no key that it is generated with.",
    needs: "keys:manage",
    body: {
      description: "Of `expiresIn` and `expiresAt` at most one; neither: the key does not expire.",
      schema: ownKeyInput,
      examples: {
        narrowed: {
          summary: "A key for a CI job",
          value: { name: "CI", expiresIn: "90d", permissions: ["posts:read", "posts:write"] },
        },
      },
    },
    answers: [generated],
    problems: ["grant-refused"],
  }),
  adminOperation({
    operationId: "getKey",
    method: "get",
    path: "/api-keys/{id}",
    tag,
    summary: "Get a key",
    description: "With its use, and without its value.",
    needs: "keys:manage",
    parameters: [keyId],
    answers: [
      {
        status: 200,
        description: "The key.",
        content: {
          mediaType: "application/json",
          schema: schemas.listedApiKeySchema,
          examples: { key: { summary: "A key", value: listed } },
        },
      },
    ],
  }),
  adminOperation({
    operationId: "rollKey",
    method: "post",
    path: "/api-keys/{id}/roll",
    tag,
    summary: "Roll a key",
    description: "Replaces a key of the caller's own by another, which shares its quota.",
    needs: "keys:manage",
    parameters: [keyId],
    body: {
      description: "How long the old key goes on, and how long the new one lives.",
      isOptional: true,
      schema: rollInput,
      examples: { overlap: { summary: "The old key ends in an hour", value: { overlap: "1h" } } },
    },
    answers: [generated],
    problems: ["grant-refused", "changed-meanwhile"],
  }),
  adminOperation({
    operationId: "revokeKey",
    method: "post",
    path: "/api-keys/{id}/revoke",
    tag,
    summary: "Revoke a key",
    description: "Whoever's it is: it is refused from now on.",
    needs: "keys:manage",
    parameters: [keyId],
    answers: [
      {
        status: 200,
        description: "The key, revoked.",
        content: {
          mediaType: "application/json",
          schema: schemas.apiKeySchema,
          examples: {
            key: { summary: "A key", value: { ...exampleKey, revokedAt: "2026-06-15T12:00:00.000Z" } },
          },
        },
      },
    ],
    problems: ["changed-meanwhile"],
  }),
  adminOperation({
    operationId: "getUsage",
    method: "get",
    path: "/usage",
    tag,
    summary: "Get what the keys were used for",
    description: "Requests and refusals of each quota on each of the last 30 UTC days.",
    needs: "keys:manage",
    answers: [
      {
        status: 200,
        description: "The usage.",
        content: {
          mediaType: "application/json",
          schema: schemas.usageSchema,
          examples: {
            usage: {
              summary: "The end of one key's",
              value: {
                usage: [
                  { keyIds: [exampleKeyId], days: [{ date: "2026-06-15", requests: 12, refusals: 0 }] },
                ],
              },
            },
          },
        },
      },
    ],
  }),
];
