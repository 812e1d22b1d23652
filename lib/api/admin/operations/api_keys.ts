import { pageQuery } from "../page_query.ts";
import { keyChanges, ownKeyInput, rollInput } from "../../../access/mod.ts";
import { keysParameters } from "../api_keys.ts";
import * as schemas from "../key_schemas.ts";
import {
  lastPage,
  type AdminResponse,
  operationsOf,
  shown,
  type DescribeAdminOperation,
  idParameter,
} from "./admin_operation.ts";
import { exampleKey, exampleKeyId } from "./examples.ts";

const id = idParameter("The id of the key.", exampleKeyId);
const operation = operationsOf({ tag: "API keys", needs: "keys:manage", id });
const listed = { ...exampleKey, requestsToday: 12, lastUsedOn: "2026-06-15" };

const generated: AdminResponse = shown(
  "The key with its value, which only this response contains.",
  schemas.generatedApiKeySchema,
  {
    key: {
      summary: "A key",
      // Shortened, because scanners for leaked keys would report a complete value.
      value: { ...exampleKey, key: `postern_${exampleKeyId}_…` },
    },
  },
  201,
);

/** The operations on keys and their usage. */
export const keyOperations: readonly DescribeAdminOperation[] = [
  operation({
    operationId: "listKeys",
    method: "get",
    path: "/api-keys",
    summary: "List keys",
    description:
      "Returns pages of keys, with their usage and without their values. A page can hold fewer keys than `limit`, even none, while `nextCursor` is not null. A key that ended some time ago is removed, after 90 days unless the server is configured otherwise.",
    query: keysParameters,
    responses: [
      lastPage("A page of keys.", schemas.apiKeyListSchema, { apiKeys: [listed], nextCursor: null }, "keys"),
    ],
  }),
  operation({
    operationId: "generateKey",
    method: "post",
    path: "/api-keys",
    summary: "Generate a key",
    description:
      "The new key belongs to the caller, in the organization of the caller's key. It cannot have permissions that the caller lacks, and cannot outlive the caller's key or work in networks in which that key does not. Its limit can be at most the organization's.",
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
  operation({
    operationId: "getKey",
    method: "get",
    path: "/api-keys/{id}",
    summary: "Get a key",
    description: "With its usage, and without its value.",
    responses: [shown("The key.", schemas.listedApiKeySchema, { key: { summary: "A key", value: listed } })],
  }),
  operation({
    operationId: "updateKey",
    method: "patch",
    path: "/api-keys/{id}",
    summary: "Change a key",
    description:
      "Requests with the key from addresses outside `networks` get 403 `address-not-allowed`. An empty list allows all networks. `isDisabled` refuses all requests with 401 `disabled-key` until it is `false` again. For further networks, and to enable a key, the caller needs all permissions of the key. The networks must be within those of the caller's key, if it has any. The limit can be at most the organization's, unless the key has a higher limit already.",
    body: {
      description: "The changes. Other settings of the key stay.",
      schema: keyChanges,
      examples: {
        networks: { summary: "Two networks", value: { networks: ["203.0.113.0/24", "2001:db8::/32"] } },
        limit: { summary: "A limit", value: { rateLimit: { perDay: 500 } } },
        disabled: { summary: "A pause", value: { isDisabled: true } },
      },
    },
    responses: [
      shown("The changed key.", schemas.apiKeySchema, {
        key: {
          summary: "A key",
          value: { ...exampleKey, networks: ["203.0.113.0/24", "2001:db8::/32"] },
        },
      }),
    ],
    problems: ["grant-refused", "changed-meanwhile"],
  }),
  operation({
    operationId: "rollKey",
    method: "post",
    path: "/api-keys/{id}/roll",
    summary: "Roll a key",
    description: "Replaces a key of the caller with a new key, which shares its quota.",
    body: {
      description: "Remaining lifetime of the old key, and lifetime of the new key.",
      isOptional: true,
      schema: rollInput,
      examples: { overlap: { summary: "The old key ends in an hour", value: { overlap: "1h" } } },
    },
    responses: [generated],
    problems: ["grant-refused", "changed-meanwhile"],
  }),
  operation({
    operationId: "revokeKey",
    method: "post",
    path: "/api-keys/{id}/revoke",
    summary: "Revoke a key",
    description: "Revokes a key of any user. It is refused from now on.",
    responses: [
      shown("The revoked key.", schemas.apiKeySchema, {
        key: { summary: "A key", value: { ...exampleKey, revokedAt: "2026-06-15T12:00:00.000Z" } },
      }),
    ],
    problems: ["changed-meanwhile"],
  }),
  operation({
    operationId: "getUsage",
    method: "get",
    path: "/usage",
    summary: "Get the usage of the keys",
    description:
      "Returns pages of quotas by id, with the requests and refusals on each of the last 30 UTC days.",
    query: pageQuery,
    responses: [
      shown("A page of usage.", schemas.usageSchema, {
        usage: {
          summary: "The last day of a key",
          value: {
            usage: [{ keyIds: [exampleKeyId], days: [{ date: "2026-06-15", requests: 12, refusals: 0 }] }],
            nextCursor: null,
          },
        },
      }),
    ],
  }),
];
