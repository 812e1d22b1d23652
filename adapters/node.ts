import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { HattipHandler } from "@hattip/core";
import { answerOrPass } from "./answer_or_pass.ts";
import { toRequestListener } from "./node/to_request_listener.ts";
import { originOf, resolveServeOptions } from "./serve_options.ts";
import type { RunningServer, Served, ServeOptions } from "./serve_options.ts";

export { toMiddleware, toRequestListener } from "./node/to_request_listener.ts";
export type { Next, RunningServer, Served, ServeOptions } from "./serve_options.ts";

/**
 * In milliseconds. An idle connection outlives the 60 seconds that load balancers keep theirs, or they would send a
 * request into one that is being closed; headers and body have to come before a slow client has held a connection for long.
 */
const timeouts = { keepAliveTimeout: 65_000, headersTimeout: 20_000, requestTimeout: 60_000 };

/** In milliseconds, while the server stops. */
const closeIdleEvery = 20;

/**
 * Serves an API over HTTP on Node. Idle connections are kept for 65 seconds; a request's headers must have come within 20
 * seconds, and all of it within 60.
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
export async function serve(served: Served, options: ServeOptions = {}): Promise<RunningServer> {
  const { port, hostname } = resolveServeOptions(options);
  const server = createServer(timeouts, toRequestListener(withNext(served, options)));
  server.listen(port, hostname);
  await once(server, "listening");
  const { port: bound } = server.address() as AddressInfo;
  return { url: originOf(hostname, bound), port: bound, close: () => close(server) };
}

function withNext(served: Served, { next }: ServeOptions): HattipHandler {
  return next === undefined
    ? served.handler
    : (context) => answerOrPass(served, { ...context, findIp: () => context.ip }, next);
}

async function close(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  // A kept-alive connection that falls idle after the server stopped listening would hold it for seconds.
  const closing = setInterval(() => server.closeIdleConnections(), closeIdleEvery);
  server.closeIdleConnections();
  await closed;
  clearInterval(closing);
}
