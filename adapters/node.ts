import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { HattipHandler } from "@hattip/core";
import { toRequestListener } from "./node/to_request_listener.ts";

export { toMiddleware, toRequestListener } from "./node/to_request_listener.ts";

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
