import { bytesToHex } from "@noble/hashes/utils.js";
import { type Caller, sha256 } from "../../../access/mod.ts";
import {
  type Idempotency,
  type KnowledgeInput,
  textsVersion,
  type TextsVersion,
} from "../../../content/mod.ts";
import {
  type Endpoint,
  type ExchangeRequest,
  jsonResponse,
  type PreparedResponse,
  missingKey,
  missingPermission,
  ProblemError,
  type IncomingHeaders,
  readJsonBody,
  refuseQuery,
} from "../../../http/mod.ts";
import type { Answers, Question } from "../../../store/mod.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";

/** `POST /api/public/v1/knowledge-base`: adds a text to the knowledge base of the key's organization. */
export function addKnowledge(deps: EndpointDeps): Endpoint {
  return (request) => {
    const version = versionQuestion(request);
    const questions = version === undefined ? [] : [version];
    return { questions, respond: (answers, caller) => add(request, answers, caller, { ...deps, version }) };
  };
}

/** Returns the question for the version of the texts that a request changes. Undefined if the key is not cached. */
export function versionQuestion({
  keyOrganization,
}: Pick<ExchangeRequest, "keyOrganization">): Question<TextsVersion> | undefined {
  return keyOrganization === undefined ? undefined : textsVersion(keyOrganization);
}

async function add(
  request: ExchangeRequest,
  answers: Answers,
  caller: Caller | null,
  { options, knowledgeBase, store, version }: EndpointDeps & { version: Question<TextsVersion> | undefined },
): Promise<PreparedResponse> {
  if (caller === null) throw missingKey;
  if (!caller.permissions.includes("knowledge:write")) throw missingPermission("knowledge:write");
  const { incoming, match } = request;
  refuseQuery(new URLSearchParams(match.search));
  const { userId, organizationSlug, id } = caller.credential;
  const key = idempotencyKeyOf(incoming.headers);
  const { bytes, value } = await readJsonBody(incoming, options.limits.bodyBytes);
  const idempotency: Idempotency | undefined =
    key === undefined ? undefined : { scope: id, key, fingerprint: fingerprintOf(bytes) };
  const organization = await request.organizationOf(caller, answers, store);
  const receipt = await knowledgeBase.add(organizationSlug, value as KnowledgeInput, {
    userId,
    organization,
    version: version && answers.of(version),
    ...(idempotency && { idempotency }),
  });
  return jsonResponse(receipt, 201);
}

function idempotencyKeyOf(headers: IncomingHeaders): string | undefined {
  const key = headers.get("idempotency-key");
  if (key === null) return undefined;
  if (key.length >= 1 && key.length <= 255) return key;
  throw new ProblemError("invalid-header", "The header Idempotency-Key must be 1 to 255 characters long");
}

function fingerprintOf(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}
