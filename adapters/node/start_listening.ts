import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, Server as NetServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { continueOnRead } from "./continue_on_read.ts";
import { requestClass } from "./quiet_message.ts";
import { originOf, resolveServeOptions, type RunningServer, type ServeOptions } from "../serve_options.ts";

/**
 * In milliseconds. An idle connection outlives the 60 seconds that load balancers keep theirs, or they would send a
 * request into one that is being closed; headers and body have to come before a slow client has held a connection for long.
 */
const timeouts = { keepAliveTimeout: 65_000, headersTimeout: 20_000, requestTimeout: 60_000 };

/** Milliseconds for which idle connections are left open while the server drains: a client may just be sending. */
const idleGrace = 1000;

/** In milliseconds, while the server stops. */
const closeIdleEvery = 20;

/** A server that listens, and can be emptied without a client's noticing. */
export interface ListeningServer extends RunningServer {
  /**
   * Stops listening. What comes on open connections is still answered, with `Connection: close`; then they are closed.
   *
   * @param deadline milliseconds after which connections with a request under way are closed, too
   * @returns how many these were
   */
  drain(deadline: number): Promise<number>;
}

/**
 * Starts a server with a listener.
 *
 * @throws {InvalidOptionError} when an option is unknown, or its value is not allowed
 */
export async function startListening(
  listener: RequestListener,
  options: Pick<ServeOptions, "port" | "hostname">,
): Promise<ListeningServer> {
  const { port, hostname } = resolveServeOptions(options);
  const server = createServer({ ...timeouts, IncomingMessage: requestClass() }, listener);
  server.on("checkContinue", (incoming, outgoing) => {
    continueOnRead(incoming, outgoing);
    server.emit("request", incoming, outgoing);
  });
  server.listen(port, hostname);
  await once(server, "listening");
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: originOf(hostname, bound),
    port: bound,
    close: () => close(server),
    drain: (deadline) => drain(server, deadline),
  };
}

async function close(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  // A kept-alive connection that falls idle after the server stopped listening would hold it for seconds.
  const closing = setInterval(closeIdle, closeIdleEvery, server);
  closeIdle(server);
  await closed;
  clearInterval(closing);
}

async function drain(server: Server, deadline: number): Promise<number> {
  const closed = once(server, "close").then(() => true);
  server.prependListener("request", (_incoming, outgoing) => outgoing.setHeader("connection", "close"));
  // `close` of an HTTP server would cut idle connections at once.
  NetServer.prototype.close.call(server);
  const timers = new AbortController();
  const idleChecks = setTimeout(() => {
    closeIdle(server);
    const checks = setInterval(closeIdle, closeIdleEvery, server);
    timers.signal.addEventListener("abort", () => clearInterval(checks));
  }, idleGrace);
  timers.signal.addEventListener("abort", () => clearTimeout(idleChecks));
  const late = pause(deadline, false, { signal: timers.signal }).catch(() => false);
  const isDone = await Promise.race([closed, late]);
  timers.abort();
  const cutOff = isDone ? 0 : await countConnections(server);
  server.closeAllConnections();
  await closed;
  return cutOff;
}

function closeIdle(server: Server): void {
  server.closeIdleConnections();
}

async function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((_error, count) => resolve(count));
  });
}
