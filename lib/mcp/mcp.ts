import { createMcpHandler, isJsonContentType } from "@modelcontextprotocol/server";
import { addErrors } from "./add_errors.ts";
import { createServer } from "./create_server.ts";
import type { Mcp, McpBackend } from "./mcp_backend.ts";
import { readFrame } from "./read_frame.ts";

/** Options of {@link mcp}. */
export interface McpOptions {
  /**
   * Host names by which clients reach the server, such as `localhost`. Requests by other names get 403. Set it for a server on the loopback
   * interface, so that a page cannot reach it by a name that leads to 127.0.0.1 (DNS rebinding). Default: every name.
   */
  hosts?: readonly string[];
}

/**
 * Creates a server of the Model Context Protocol for the option `mcp` of `createPublicApi`. Assistants can then search and read the posts of
 * an organization at `/api/public/v1/mcp/{organizationSlug}`. It needs the package `@modelcontextprotocol/server`.
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { mcp } from "postern/mcp";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 *
 * const api = createPublicApi({ storage: memoryDriver(), mcp: mcp() });
 * ```
 */
export function mcp({ hosts }: McpOptions = {}): Mcp {
  return { hosts, handle };
}

async function handle(request: Request, backend: McpBackend): Promise<Response> {
  // Each request has a handler of its own, because a server offers what its caller may use. Streams that stay open are refused.
  const handler = createMcpHandler(() => createServer(backend), { maxSubscriptions: 0 });
  if (!isJsonContentType(request.headers.get("content-type"))) return handler.fetch(request);
  const { isBatch, messages, refusals } = readFrame(new Uint8Array(await request.arrayBuffer()));
  const [refusal] = refusals;
  if (messages.length === 0 && refusal !== undefined) {
    return Response.json(isBatch ? refusals : refusal, { status: 400 });
  }
  const response = await handler.fetch(request, { parsedBody: isBatch ? messages : messages[0] });
  return addErrors(response, refusals);
}
