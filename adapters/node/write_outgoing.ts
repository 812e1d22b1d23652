import { type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { Outgoing, HeaderList } from "../../lib/http/mod.ts";

/** Writes a response of the exchange: its header lines and bytes as they are. */
export async function writeOutgoing(
  { status, headers, body }: Outgoing,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(status, headersFor(response, headers));
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

/** A client that goes away in the middle of a response is no error of the server. */
async function writeStream(body: ReadableStream<Uint8Array>, response: ServerResponse): Promise<void> {
  await pipeline(Readable.fromWeb(body as NodeReadableStream<Uint8Array>), response).catch(() => undefined);
}

/** A `writeHead` that a host's middleware has put in the place of Node's may know headers as an object only. */
function headersFor(response: ServerResponse, headers: HeaderList): string[] | OutgoingHttpHeaders {
  return response.writeHead === ServerResponse.prototype.writeHead ? headers.lines : headers.toRecord();
}
