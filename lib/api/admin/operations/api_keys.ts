import { keyChanges, ownKeyInput, rollInput } from "../../../access/mod.ts";
import { keysParameters, usageParameters } from "../api_keys.ts";
import * as schemas from "../key_schemas.ts";
import {
  type AdminResponse,
  adminOperation,
  type DescribeAdminOperation,
  idParameter,
} from "./admin_operation.ts";
import { exampleKey, exampleKeyId } from "./examples.ts";

const tag = "API keys";
const keyId = idParameter("The id of the key.", exampleKeyId);
const listed = { ...exampleKey, requestsToday: 12, lastUsedOn: "2026-06-15" };

const generated: AdminResponse = {
  status: 201,
  description: "The key with its value, which only this response contains.",
  content: {
    mediaType: "application/json",
    schema: schemas.generatedApiKeySchema,
    examples: {
      key: {
        summary: "A key",
        // Shortened, because scanners for leaked keys would report a complete value.
        value: { ...exampleKey, key: `postern_${exampleKeyId}_…` },
      },
    },
  },
};

/** The operations on keys and their usage. */
export const keyOperations: readonly DescribeAdminOperation[] = [
  adminOperation({
    operationId: "listKeys",
    method: "get",
    path: "/api-keys",
    tag,
    summary: "List keys",
    description:
      "Returns pages of keys, with their usage and without their values. A page can hold fewer keys than `limit`, even none, while `nextCursor` is not null. A key that ended some time ago is removed, after 90 days unless the server is configured otherwise.",
    needs: "keys:manage",
    query: keysParameters,
    responses: [
      {
        status: 200,
        description: "A page of keys.",
        content: {
          mediaType: "application/json",
          schema: schemas.apiKeyListSchema,
          examples: { keys: { summary: "The last page", value: { apiKeys: [listed], nextCursor: null } } },
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
      "The new key belongs to the caller, in the organization of the caller's key. It cannot have permissions that the caller lacks, and cannot outlive the caller's key or work in networks in which that key does not.",
    needs: "keys:manage",
    body: {
      description: "Send `expiresIn` or `expiresAt`, not both. Without either, the key does not expire.",
      schema: ownKeyInput,
      examples: {
        narrowed: {
          summary: "A key for a CI job",
          value: { name: "CI", expiresIn: "90d", permissions: ["posts:read", "posts:write"] },
        },
      },
    },
    responses: [generated],
    problems: ["grant-refused"],
  }),
  adminOperation({
    operationId: "getKey",
    method: "get",
    path: "/api-keys/{id}",
    tag,
    summary: "Get a key",
    description: "With its usage, and without its value.",
    needs: "keys:manage",
    parameters: [keyId],
    responses: [
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
    operationId: "updateKey",
    method: "patch",
    path: "/api-keys/{id}",
    tag,
    summary: "Change the networks of a key",
    description:
      "Requests with the key from other addresses get 403 `address-not-allowed`. An empty list allows all networks. For further networks, the caller needs all permissions of the key, and the networks must be within those of the caller's key, if it has any.",
    needs: "keys:manage",
    parameters: [keyId],
    body: {
      description: "The new networks.",
      schema: keyChanges,
      examples: {
        networks: { summary: "Two networks", value: { networks: ["203.0.113.0/24", "2001:db8::/32"] } },
      },
    },
    responses: [
      {
        status: 200,
        description: "The changed key.",
        content: {
          mediaType: "application/json",
          schema: schemas.apiKeySchema,
          examples: {
            key: {
              summary: "A key",
              value: { ...exampleKey, networks: ["203.0.113.0/24", "2001:db8::/32"] },
            },
          },
        },
      },
    ],
    problems: ["grant-refused", "changed-meanwhile"],
  }),
  adminOperation({
    operationId: "rollKey",
    method: "post",
    path: "/api-keys/{id}/roll",
    tag,
    summary: "Roll a key",
    description: "Replaces a key of the caller with a new key, which shares its quota.",
    needs: "keys:manage",
    parameters: [keyId],
    body: {
      description: "Remaining lifetime of the old key, and lifetime of the new key.",
      isOptional: true,
      schema: rollInput,
      examples: { overlap: { summary: "The old key ends in an hour", value: { overlap: "1h" } } },
    },
    responses: [generated],
    problems: ["grant-refused", "changed-meanwhile"],
  }),
  adminOperation({
    operationId: "revokeKey",
    method: "post",
    path: "/api-keys/{id}/revoke",
    tag,
    summary: "Revoke a key",
    description: "Revokes a key of any user. It is refused from now on.",
    needs: "keys:manage",
    parameters: [keyId],
    responses: [
      {
        status: 200,
        description: "The revoked key.",
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
    summary: "Get the usage of the keys",
    description:
      "Returns pages of quotas by id, with the requests and refusals on each of the last 30 UTC days.",
    needs: "keys:manage",
    query: usageParameters,
    responses: [
      {
        status: 200,
        description: "A page of usage.",
        content: {
          mediaType: "application/json",
          schema: schemas.usageSchema,
          examples: {
            usage: {
              summary: "The last day of a key",
              value: {
                usage: [
                  { keyIds: [exampleKeyId], days: [{ date: "2026-06-15", requests: 12, refusals: 0 }] },
                ],
                nextCursor: null,
              },
            },
          },
        },
      },
    ],
  }),
];
