import { type Caller, type Permission, usablePermissions } from "../../access/mod.ts";
import {
  type Endpoint,
  type ExchangeRequest,
  type InnerRequests,
  PreparedResponse,
} from "../../exchange/mod.ts";
import { type Incoming, readBytes, targetOf } from "../../http/mod.ts";
import type { Mcp, McpBackend } from "../../mcp/mcp_backend.ts";
import { missingKey, wrongOrganization } from "../../problems/mod.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import { organizationNotFound } from "../organization_endpoint.ts";
import { publicApiRoot } from "../../public_api_root.ts";

/** Headers that the transport of the protocol reads. */
const transportHeaders = ["accept", "content-type", "mcp-method", "mcp-name", "mcp-protocol-version"];

/** Request headers that only this endpoint reads. */
export const mcpHeaders = ["authorization", "mcp-method", "mcp-name", "mcp-protocol-version"] as const;

/** Permissions of a caller without a key. */
const withoutKey: readonly Permission[] = ["posts:read"];

/** `POST /api/public/v1/mcp/{organizationSlug}`: a message of the Model Context Protocol. */
export function callMcp(mcp: Mcp, inner: InnerRequests, deps: EndpointDeps): Endpoint {
  return (request) => {
    const question = request.organization(request.organizationSlug);
    return {
      questions: [question],
      respond: async (answers, caller) => {
        if (caller === null && deps.options.readAccess === "key") throw missingKey;
        const organization = answers.of(question);
        if (caller !== null && organization?.id !== caller.credential.organizationId) throw wrongOrganization;
        if (organization === null) throw organizationNotFound;
        const message = await toMessage(request.incoming, deps.options.limits.bodyBytes);
        return toPrepared(await mcp.handle(message, toBackend(request, { inner, caller, deps })));
      },
    };
  };
}

/** Reads the request of the transport. */
async function toMessage(incoming: Incoming, mostBytes: number): Promise<Request> {
  const headers = new Headers();
  for (const name of transportHeaders) {
    const value = incoming.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const body = new Uint8Array(await readBytes(incoming, mostBytes));
  return new Request(incoming.url, { method: "POST", headers, body });
}

interface CallParts {
  inner: InnerRequests;
  caller: Caller | null;
  deps: EndpointDeps;
}

/** The requests of tools go to the other endpoints. The caller's request counts once, whatever a tool requests. */
function toBackend(request: ExchangeRequest, { inner, caller, deps }: CallParts): McpBackend {
  const root = `${new URL(request.incoming.url).origin}${deps.options.basePath}${publicApiRoot}/`;
  return {
    organizationSlug: request.organizationSlug,
    permissions: caller === null ? withoutKey : usablePermissions(caller),
    send: async (path, { accept = "application/json", body } = {}) => {
      const headers = { accept, "content-type": "application/json" };
      const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
      const sent = new Request(root + path, init);
      const response = await inner(toIncoming(sent, request.incoming), caller);
      return new Response(response.body, { status: response.status, headers: { ...response.headers } });
    },
  };
}

function toIncoming(request: Request, { address, signal }: Incoming): Incoming {
  const { method, url, headers, body } = request;
  return { request, method, url, headers, body, address, signal, target: targetOf(url), passOn: () => false };
}

async function toPrepared(response: Response): Promise<PreparedResponse> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const headers: Record<string, string> = { "content-length": String(bytes.length) };
  const type = response.headers.get("content-type");
  if (type !== null) headers["content-type"] = type;
  const body = bytes.length === 0 && type === null ? null : bytes;
  return new PreparedResponse({ status: response.status, headers, body });
}
