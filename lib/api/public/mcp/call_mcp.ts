import { type Caller, type Permission, usablePermissions } from "../../../access/mod.ts";
import {
  type Endpoint,
  type ExchangeRequest,
  type InnerRequests,
  PreparedResponse,
  missingKey,
  organizationNotFound,
  ProblemError,
  wrongOrganization,
  acceptsType,
  type CorsOptions,
  type Incoming,
  readBytes,
  targetOf,
} from "../../../http/mod.ts";
import type { Mcp, McpBackend } from "../../mcp/mcp_backend.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import { pageBytesOf } from "../list_response.ts";
import { addRefusals, parseBatch } from "./mcp_batch.ts";
import { publicApiAddress } from "../../../base/api_address.ts";

/** Headers that the transport of the protocol reads as they were sent. */
const transportHeaders = ["content-type", "mcp-method", "mcp-name", "mcp-protocol-version"];

/** Media types of the transport's responses. The transport requires both in `Accept`, and takes no range for them. */
const responseTypes = ["application/json", "text/event-stream"];

/** Request headers that only this endpoint reads. */
export const mcpHeaders = ["authorization", "mcp-method", "mcp-name", "mcp-protocol-version"] as const;

/** A tool returns a page as JSON, and as a text that contains this JSON with twice the size at most. The messages of a batch share a page. */
const copiesOfPage = 3;

/** Maximum size in bytes of the pages that the tools of a request read. The SDK validates and writes them in one turn. */
const mostReadBytes = 1_000_000;

/** Permissions of a caller without a key. */
const withoutKey: readonly Permission[] = ["posts:read"];

/**
 * `POST /api/public/v1/mcp/{organizationSlug}`: a message of the Model Context Protocol.
 *
 * @param options.needsKey true for the address at which assistants sign in. Default: the option `readAccess` decides
 */
export function callMcp(
  mcp: Mcp,
  inner: InnerRequests,
  deps: EndpointDeps,
  { needsKey = deps.options.readAccess === "key" }: { needsKey?: boolean } = {},
): Endpoint {
  return (request) => {
    const question = request.organization(request.organizationSlug);
    return {
      questions: [question],
      respond: async (answers, caller) => {
        requireOrigin(request.incoming, { cors: deps.options.cors, hosts: mcp.hosts });
        if (caller === null && needsKey) throw missingKey;
        const organization = answers.of(question);
        if (caller !== null && organization?.id !== caller.credential.organizationId) throw wrongOrganization;
        if (organization === null) throw organizationNotFound;
        return toPrepared(await answer(mcp, request, { inner, caller, deps }));
      },
    };
  };
}

/**
 * Requires that a page has an allowed origin, and that the server is reached by one of its names.
 *
 * @throws {ProblemError} `origin-not-allowed`
 */
function requireOrigin(
  { headers, url }: Incoming,
  { cors: { origins }, hosts }: { cors: CorsOptions; hosts: Mcp["hosts"] },
): void {
  const origin = headers.get("origin");
  if (origin !== null && origins !== "*" && !origins.includes(origin)) {
    throw new ProblemError("origin-not-allowed", "Pages of this origin may not use this server");
  }
  if (hosts === undefined || hosts.includes(new URL(url).hostname)) return;
  throw new ProblemError("origin-not-allowed", `The host must be one of ${hosts.join(", ")}`);
}

/** Answers a message or a batch. Each further message of a batch counts, and is refused if the key has no request left for it. */
async function answer(mcp: Mcp, request: ExchangeRequest, parts: CallParts): Promise<Response> {
  const { inner, caller, deps } = parts;
  const body = new Uint8Array(await readBytes(request.incoming, deps.options.limits.bodyBytes));
  const batch = parseBatch(body);
  const batchBytes = pageBytesOf(request.incoming, deps);
  const pageBytes = Math.floor(
    Math.min(mostReadBytes, batchBytes / copiesOfPage) / Math.max(1, batch.length),
  );
  const handle = async (sent: BodyInit): Promise<Response> =>
    mcp.handle(toMessage(request.incoming, sent), toBackend(request, parts, { batchBytes, pageBytes }));
  if (caller === null || batch.length <= 1) return handle(body);
  const { accepted, refusal } = await inner.countFurther(request, batch.length - 1);
  if (refusal === undefined) return handle(body);
  const response = await handle(JSON.stringify(batch.slice(0, accepted + 1)));
  return addRefusals(response, batch.slice(accepted + 1), refusal);
}

/** Creates the request of the transport. */
function toMessage(incoming: Incoming, body: BodyInit): Request {
  const headers = new Headers();
  for (const name of transportHeaders) {
    const value = incoming.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const accept = incoming.headers.get("accept");
  headers.set("accept", responseTypes.filter((type) => acceptsType(accept, type)).join(", "));
  return new Request(incoming.url, { method: "POST", headers, body });
}

interface CallParts {
  inner: InnerRequests;
  caller: Caller | null;
  deps: EndpointDeps;
}

/** The requests of tools go to the other endpoints. A message counts once, whatever its tool requests. */
function toBackend(
  request: ExchangeRequest,
  { inner, caller, deps }: CallParts,
  { batchBytes, pageBytes }: { batchBytes: number; pageBytes: number },
): McpBackend {
  const { basePath } = deps.options;
  const { address, signal, endsWithResponse, waitUntil } = request.incoming;
  const root = `${publicApiAddress({ apiOrigin: new URL(request.incoming.url).origin, basePath })}/`;
  return {
    organizationSlug: request.organizationSlug,
    permissions: caller === null ? withoutKey : usablePermissions(caller),
    batchBytes,
    send: async (path, { accept = "application/json", body } = {}) => {
      const headers = { accept, "content-type": "application/json" };
      const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
      const sent = new Request(root + path, init);
      const response = await inner.send(
        toIncoming(sent, { address, signal, pageBytes, endsWithResponse, waitUntil }),
        caller,
      );
      return new Response(response.body, { status: response.status, headers: { ...response.headers } });
    },
  };
}

function toIncoming(
  request: Request,
  facts: Pick<Incoming, "address" | "signal" | "pageBytes" | "endsWithResponse" | "waitUntil">,
): Incoming {
  const { method, url, headers, body } = request;
  return { request, method, url, headers, body, ...facts, target: targetOf(url), passOn: () => false };
}

async function toPrepared(response: Response): Promise<PreparedResponse> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const headers: Record<string, string> = { "content-length": String(bytes.length) };
  const type = response.headers.get("content-type");
  if (type !== null) headers["content-type"] = type;
  const body = bytes.length === 0 && type === null ? null : bytes;
  return new PreparedResponse({ status: response.status, headers, body });
}
