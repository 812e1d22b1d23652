import { bytesToHex } from "@noble/hashes/utils.js";
import { sha256 } from "../access/mod.ts";
import type { Idempotency, KnowledgeInput } from "../content/mod.ts";
import type { ApiHandler } from "./http_deps.ts";
import { ProblemError } from "./problem.ts";
import { refuseQuery } from "./query_parameters.ts";
import { readJsonBody } from "./read_json_body.ts";
import { requireOrganization, requirePermission } from "./read_organization.ts";
import { missingKey } from "./refusals.ts";
import { jsonAnswer } from "./answer.ts";

/** `POST /api/public/v1/knowledge-base`: adds a text to the knowledge base of the key's organization. */
export const addKnowledge: ApiHandler = async (apiRequest, deps) => {
  const { request } = apiRequest;
  const { options, knowledgeBase } = deps;
  const caller = await apiRequest.admitted();
  if (caller === null) throw missingKey;
  requirePermission(caller, "knowledge:write");
  refuseQuery(apiRequest.url.searchParams);
  const { userId, organizationSlug, id } = caller.credential;
  const key = idempotencyKeyOf(request);
  const { bytes, value } = await readJsonBody(request, options.limits.bodyBytes);
  const idempotency: Idempotency | undefined =
    key === undefined ? undefined : { scope: id, key, fingerprint: fingerprintOf(bytes) };
  requireOrganization(caller, await apiRequest.findOrganization(organizationSlug));
  const receipt = await knowledgeBase.add(
    organizationSlug,
    value as KnowledgeInput,
    idempotency === undefined ? { userId } : { userId, idempotency },
  );
  return jsonAnswer(receipt, 201);
};

function idempotencyKeyOf({ headers }: Request): string | undefined {
  const key = headers.get("idempotency-key");
  if (key === null) return undefined;
  if (key.length >= 1 && key.length <= 255) return key;
  throw new ProblemError("invalid-header", "The header Idempotency-Key must be 1 to 255 characters long");
}

function fingerprintOf(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}
