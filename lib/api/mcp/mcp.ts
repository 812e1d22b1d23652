import { createMcpHandler, isJsonContentType } from "@modelcontextprotocol/server";
import { yieldToEventLoop } from "../../base/yielding.ts";
import { createServer } from "./create_server.ts";
import { addErrors, refuseMessages, type RpcError, tooLarge } from "./json_rpc.ts";
import type { Mcp, McpBackend } from "./mcp_backend.ts";
import { type Frame, readFrame } from "./read_frame.ts";

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
  const frame = readFrame(new Uint8Array(await request.arrayBuffer()));
  const { isBatch, messages, refusals } = frame;
  const [refusal] = refusals;
  if (messages.length === 0 && refusal !== undefined) {
    return Response.json(isBatch ? refusals : refusal, { status: 400 });
  }
  // A request of its own for each message, because the SDK adds a listener to the signal that stays.
  const { url, method, headers } = request;
  const send = async (parsedBody: unknown): Promise<Response> =>
    handler.fetch(new Request(url, { method, headers }), { parsedBody });
  const [message] = messages;
  return isBatch || message === undefined ? handleBatch(frame, send, backend.batchBytes) : send(message);
}

/**
 * Handles the messages of a batch one after the other, because the SDK writes an answer in one turn, and refuses those after a size. A refusal of
 * the first message is the response to the batch. Later, earlier messages have taken effect, so a refusal is the answer to its message.
 */
async function handleBatch(
  { messages, refusals }: Frame,
  send: (batch: unknown) => Promise<Response>,
  mostBytes: number,
): Promise<Response> {
  const errors = [...refusals];
  const answers: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let handled = 0;
  for (const message of messages) {
    if (bytes >= mostBytes) break;
    if (handled > 0) await yieldToEventLoop();
    const response = await send([message]);
    if (!response.ok && handled === 0) return response;
    handled += 1;
    if (!response.ok) {
      const { error } = (await response.json()) as RpcError;
      errors.push(...refuseMessages([message], error));
      continue;
    }
    const answer = new Uint8Array(await response.arrayBuffer());
    answers.push(answer);
    bytes += answer.length;
  }
  errors.push(...refuseMessages(messages.slice(handled), tooLarge));
  const response =
    bytes === 0
      ? new Response(null, { status: 202 })
      : new Response(new Blob(answers), { headers: { "content-type": "text/event-stream" } });
  return addErrors(response, errors);
}
