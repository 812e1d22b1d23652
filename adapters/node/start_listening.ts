import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { type AddressInfo, Server as NetServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { continueOnRead } from "./continue_on_read.ts";
import { requestClass } from "./quiet_message.ts";
import { integer } from "../../lib/check_options.ts";
import { originOf, resolveServeOptions, type RunningServer, type ServeOptions } from "../serve_options.ts";

/** Timeouts in milliseconds. They limit how long a slow client holds a connection. */
const timeouts = { headersTimeout: 20_000, requestTimeout: 60_000 };

/** Options of {@link startListening}. */
export interface ListenOptions extends Pick<ServeOptions, "port" | "hostname"> {
  /**
   * Seconds for which an idle connection stays open, 1 to 86,400. It must be longer than a load balancer keeps its idle connections, or the
   * balancer sends requests into connections that are being closed. Default: 65, because most balancers keep 60.
   */
  keepAliveSeconds?: number | undefined;
}

const checks = { keepAliveSeconds: integer(1, 86_400) };

/** Milliseconds before idle connections are closed during a drain. A client may already be sending a request. */
const idleGrace = 1000;

/** Milliseconds between two attempts to close idle connections while the server stops. */
const closeIdleEvery = 20;

/** A listening server that can drain without failing requests. */
export interface ListeningServer extends RunningServer {
  /**
   * Stops listening. Responds to requests on open connections with `Connection: close`, then closes the connections.
   *
   * @param deadline milliseconds after which connections with pending requests are also closed
   * @returns the number of connections with pending requests that were closed
   */
  drain(deadline: number): Promise<number>;
  /**
   * Calls a function with a request after each new connection, usually its first. Other requests are not slowed down.
   *
   * @returns a function that ends the calls
   */
  onConnectionUsed(look: (incoming: IncomingMessage) => void): () => void;
}

/**
 * Starts a server with a request listener.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 */
export async function startListening(
  listener: RequestListener,
  options: ListenOptions,
): Promise<ListeningServer> {
  const { port, hostname } = resolveServeOptions(options, checks);
  const { keepAliveSeconds = 65 } = options;
  const keepAliveTimeout = keepAliveSeconds * 1000;
  const server = createServer({ ...timeouts, keepAliveTimeout, IncomingMessage: requestClass() }, listener);
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
    onConnectionUsed: (look) => lookAfterConnections(server, look),
  };
}

function lookAfterConnections(server: Server, look: (incoming: IncomingMessage) => void): () => void {
  const onRequest = (incoming: IncomingMessage): void => {
    server.off("request", onRequest);
    look(incoming);
  };
  const onConnection = (): void => {
    if (!server.listeners("request").includes(onRequest)) server.on("request", onRequest);
  };
  server.on("connection", onConnection);
  return () => server.off("connection", onConnection);
}

async function close(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  // Otherwise a keep-alive connection that becomes idle after the server stopped listening would delay the close for seconds.
  const closing = setInterval(closeIdle, closeIdleEvery, server);
  closeIdle(server);
  await closed;
  clearInterval(closing);
}

async function drain(server: Server, deadline: number): Promise<number> {
  const closed = once(server, "close").then(() => true);
  server.prependListener("request", (_incoming, outgoing) => outgoing.setHeader("connection", "close"));
  // `close` of an HTTP server would cut idle connections immediately.
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
