import { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { AdapterRequestContext, HattipHandler } from "@hattip/core";
import {
  ignoreWork,
  incomingHandlerOf,
  type ProblemError,
  type HandleIncoming,
  type Outgoing,
} from "../../lib/http/mod.ts";
import { problemHeaders, problemText } from "../serving/problem_response.ts";
import type { NodeIncoming } from "./node_incoming.ts";

/** A request and its response object. */
export interface NodeExchange {
  incoming: NodeIncoming;
  response: ServerResponse;
}

/** Handles a Node request, and returns the response. */
export type Responder = (
  incoming: NodeIncoming,
  response: ServerResponse,
) => ReturnType<HandleIncoming> | Response | Promise<Response>;

/** Returns a function that gives the Node request to Postern's own handlers directly, and a platform `Request` to other handlers. */
export function responderOf(handler: HattipHandler): Responder {
  return incomingHandlerOf(handler) ?? ((incoming, response) => handler(toContext({ incoming, response })));
}

/** Creates the context for a host's handler, with the platform's own `Request`. */
function toContext({ incoming, response }: NodeExchange): AdapterRequestContext {
  return {
    request: incoming.request,
    ip: incoming.address,
    platform: { name: "node", request: incoming.message, response },
    env: (name) => process.env[name],
    waitUntil: ignoreWork,
    passThrough: () => void incoming.passOn(),
  };
}

/** Writes header lines and bytes without changes. */
export async function write(
  outgoing: Outgoing | Response | undefined,
  response: ServerResponse,
): Promise<void> {
  if (outgoing === undefined) return;
  if (outgoing instanceof Response) {
    await writeResponse(outgoing, response);
    return;
  }
  const { status, headers, body } = outgoing;
  // A `writeHead` that a host's middleware has replaced may accept headers only as an object.
  const isNative = response.writeHead === ServerResponse.prototype.writeHead;
  response.writeHead(status, isNative ? headers.lines : headers.toRecord());
  if (body instanceof ReadableStream) await writeStream(body, response);
  else response.end(body === null ? undefined : Buffer.from(body.buffer, body.byteOffset, body.byteLength));
}

/** Writes the response of a host's handler. */
export async function writeResponse(
  { status, headers, body }: Response,
  response: ServerResponse,
): Promise<void> {
  response.statusCode = status;
  for (const [name, value] of headers) response.appendHeader(name, value);
  if (body === null) response.end();
  else await writeStream(body, response);
}

/** Writes a stream. A client that disconnects during the response is not a server error. */
async function writeStream(body: ReadableStream<Uint8Array>, response: ServerResponse): Promise<void> {
  await pipeline(Readable.fromWeb(body as NodeReadableStream<Uint8Array>), response).catch(() => undefined);
}

/** Responds with a problem and closes the connection. A proxy may have read the bytes as a different request. */
export function refuse(problem: ProblemError, response: ServerResponse, basePath: string): void {
  const body = problemText(problem, basePath);
  response.writeHead(problem.status, { ...problemHeaders(problem, body), connection: "close" }).end(body);
}
