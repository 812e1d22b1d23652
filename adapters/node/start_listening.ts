import { once } from "node:events";
import { chmodSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { type AddressInfo, Server as NetServer } from "node:net";
import { performance } from "node:perf_hooks";
import { continueOnRead } from "./to_body.ts";
import { OpenConnections } from "./open_connections.ts";
import { requestClass } from "./quiet_message.ts";
import { integer } from "../../lib/base/input/check_options.ts";
import {
  originOf,
  resolveServeOptions,
  type RunningServer,
  type ServeOptions,
  unixOriginOf,
} from "../serving/serve_options.ts";

/** Timeouts in milliseconds. They limit how long a slow client holds a connection. */
const timeouts = { headersTimeout: 20_000, requestTimeout: 60_000 };

const keepAliveCheck = integer(1, 86_400);

/**
 * Milliseconds before connections without a request are closed during a stop: idle ones, silent ones, and those with a part of the headers.
 * A client may already be sending a request.
 */
const idleGrace = 1000;

/** Milliseconds between two attempts to close idle connections while the server stops. */
const closeIdleEvery = 20;

/** Address of a listener: a TCP port, or the path of a Unix socket. */
export type ListenAddress = Pick<ServeOptions, "port" | "hostname"> | { path: string };

/** Options of {@link startListening}. */
export interface ListenOptions {
  /**
   * Seconds for which an idle connection stays open, 1 to 86,400. It must be longer than a load balancer keeps its idle connections, or the
   * balancer sends requests into connections that are being closed. Default: 65, because most balancers keep 60.
   */
  keepAliveSeconds?: number | undefined;
}

/** A listening server that can drain without failing requests. */
export interface ListeningServer extends RunningServer {
  /** 0 for a Unix socket. Its `url` has nginx's form: `http://unix:/run/postern/http.sock:`. */
  port: number;
  /**
   * Stops listening, closes idle connections, and waits for pending requests.
   *
   * @param deadline milliseconds after which all connections are closed. Default: none
   */
  close(deadline?: number): Promise<void>;
  /**
   * Stops listening. Responds to requests on open connections with `Connection: close`, then closes the connections. Idle connections stay
   * open for a second, in which a client can still send a request.
   *
   * @param deadline milliseconds after which all connections are closed
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

/** Mode of a Unix socket: its owner and its group can connect. */
const socketMode = 0o660;

/**
 * Starts a server with a request listener.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 */
export async function startListening(
  listener: RequestListener,
  { keepAliveSeconds = 65, ...address }: ListenAddress & ListenOptions,
): Promise<ListeningServer> {
  keepAliveCheck(keepAliveSeconds, { action: "serve", option: "keepAliveSeconds" });
  const keepAliveTimeout = keepAliveSeconds * 1000;
  const server = createServer({ ...timeouts, keepAliveTimeout, IncomingMessage: requestClass() }, listener);
  server.on("checkContinue", (incoming, outgoing) => {
    continueOnRead(incoming, outgoing);
    server.emit("request", incoming, outgoing);
  });
  const connections = new OpenConnections(server);
  return {
    ...(await listenAt(server, address)),
    close: async (deadline) => void (await stop({ server, connections, deadline })),
    drain: (deadline) => stop({ server, connections, deadline, keepsIdle: true }),
    onConnectionUsed: (look) => lookAfterConnections(server, look),
  };
}

async function listenAt(
  server: Server,
  address: ListenAddress,
): Promise<Pick<ListeningServer, "url" | "port">> {
  if ("path" in address) {
    const { path } = address;
    server.listen(path);
    await once(server, "listening");
    chmodSync(path, socketMode);
    return { url: unixOriginOf(path), port: 0 };
  }
  const { port, hostname } = resolveServeOptions(address);
  server.listen(port, hostname);
  await once(server, "listening");
  const { port: bound } = server.address() as AddressInfo;
  return { url: originOf(hostname, bound), port: bound };
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

interface Stop {
  server: Server;
  connections: OpenConnections;
  /** Milliseconds. Default: none. */
  deadline?: number | undefined;
  /** True if connections that become idle stay open for {@link idleGrace}. Default: false. */
  keepsIdle?: boolean;
}

/** Stops a server. Returns the number of connections with pending requests that the deadline closed. */
async function stop({ server, connections, deadline, keepsIdle = false }: Stop): Promise<number> {
  const closed = once(server, "close");
  const startedAt = performance.now();
  let cutOff = 0;
  const checkIdle = (): void => {
    if (performance.now() - startedAt >= idleGrace) connections.closeIdle();
    else if (!keepsIdle) server.closeIdleConnections();
  };
  server.prependListener("request", (_incoming, outgoing) => outgoing.setHeader("connection", "close"));
  // `close` of an HTTP server would cut idle connections immediately, and end the checks of `timeouts`.
  NetServer.prototype.close.call(server);
  const checks = setInterval(checkIdle, closeIdleEvery);
  const late =
    deadline === undefined
      ? undefined
      : setTimeout(() => {
          cutOff = connections.busy;
          connections.closeAll();
        }, deadline);
  checkIdle();
  await closed;
  clearInterval(checks);
  clearTimeout(late);
  // Ends the checks of `timeouts`.
  server.close();
  return cutOff;
}
