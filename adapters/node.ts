import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { HattipHandler } from "@hattip/core";

/** Options of {@link serve}. */
export interface ServeOptions {
  /** TCP port, 0 to 65535; 0 takes a free one. Default: 3000. */
  port?: number;
  /** The address to listen on. Default: `127.0.0.1`. */
  hostname?: string;
}

/** A server that listens. */
export interface RunningServer {
  /** Where it listens: `http://127.0.0.1:3000`. */
  url: string;
  port: number;
  /** Stops listening, lets the requests at hand finish, and resolves when they have. */
  close(): Promise<void>;
}

/**
 * Serves an API over HTTP on Node.
 *
 * @throws {RangeError} when the port is out of its range
 * @throws {Error} with the system's `code` when it cannot listen: `EADDRINUSE`, `EACCES`, …
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { serve } from "postern/node";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 *
 * const api = createPublicApi({ storage: memoryDriver() });
 * const server = await serve(api, { port: 0 });
 * await server.close();
 * ```
 */
export async function serve(
  api: { handler: HattipHandler },
  { port = 3000, hostname = "127.0.0.1" }: ServeOptions = {},
): Promise<RunningServer> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new RangeError(`Cannot serve: port must be a whole number from 0 to 65535, and is ${port}`);
  }
  const server = createServer(toRequestListener(api.handler));
  server.on("request", closeWhenIdle);
  server.listen(port, hostname);
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  const host = hostname.includes(":") ? `[${hostname}]` : hostname;
  return { url: `http://${host}:${address.port}`, port: address.port, close: () => close(server) };
}

/** Makes a listener for `node:http` of a HatTip handler. */
export function toRequestListener(
  handler: HattipHandler,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  return (incoming, outgoing) => {
    answer(handler, incoming, outgoing).catch((error: unknown) => {
      outgoing.destroy(error instanceof Error ? error : undefined);
    });
  };
}

async function answer(
  handler: HattipHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const request = toRequest(incoming);
  if (request === undefined) {
    outgoing.writeHead(400, { "content-type": "text/plain" }).end("Bad Request");
    return;
  }
  const response = await handler({
    request,
    ip: incoming.socket.remoteAddress ?? "",
    platform: { name: "node", request: incoming, response: outgoing },
    env: (name) => process.env[name],
    passThrough: () => undefined,
    waitUntil: (promise) => void promise.catch(() => undefined),
  });
  await send(response, outgoing);
}

/** The request in web form, or undefined when its target or its Host header make no URL. */
function toRequest(incoming: IncomingMessage): Request | undefined {
  const { method = "GET", url: target = "/", headers } = incoming;
  const host = headers.host ?? "localhost";
  const base = `http://${host}`;
  if (!target.startsWith("/") || !URL.canParse(base) || new URL(base).host === "") return undefined;
  const url = base + target;
  if (!URL.canParse(url)) return undefined;
  const hasBody = method !== "GET" && method !== "HEAD";
  try {
    return new Request(url, {
      method,
      headers: toHeaders(incoming.rawHeaders),
      ...(hasBody ? { body: toBody(incoming), duplex: "half" } : {}),
    });
  } catch {
    return undefined;
  }
}

/** The body as a stream. To cancel it is to drop what is still to come, and not the connection: the answer needs it. */
function toBody(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = incoming.iterator({ destroyOnReturn: false });
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = (await chunks.next()) as IteratorResult<Uint8Array, undefined>;
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return?.();
        incoming.resume();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Every header as it was sent: Node's own object hides that one came twice. */
function toHeaders(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? "";
    if (!name.startsWith(":")) headers.append(name, raw[index + 1] ?? "");
  }
  return headers;
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
  if (response.body === null) {
    outgoing.end();
    return;
  }
  // A client that goes away in the middle of an answer is no error of ours.
  await pipeline(Readable.fromWeb(response.body as NodeReadableStream<Uint8Array>), outgoing).catch(
    () => undefined,
  );
}

async function close(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeIdleConnections();
  await closed;
}

/** A kept-alive connection that falls idle after the server stopped listening would hold it for seconds. */
function closeWhenIdle(this: Server, _incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.once("close", () => {
    if (!this.listening) setImmediate(() => this.closeIdleConnections());
  });
}
