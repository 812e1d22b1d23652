import type { RequestListener } from "node:http";
import type { HattipHandler } from "@hattip/core";
import { StoreUnavailableError } from "../../../lib/mod.ts";
import { toProblem } from "../../../lib/http/mod.ts";
import { type ListeningServer, startListening } from "../../node/start_listening.ts";
import { createNodeListener } from "../../node/to_request_listener.ts";
import { problemResponse } from "../../serving/problem_response.ts";
import { Health, isProbe } from "../../standalone/health.ts";
import { type Address, listen } from "./listen.ts";
import type { ServeSettings } from "./serve_settings.ts";

/** A listening server, and the function that changes its listener. */
interface EarlyServer {
  server: ListeningServer;
  give: (listener: RequestListener) => void;
}

/** Servers that listen before the store is open. They respond to probes, and to all other requests with 503. */
export class EarlyServers {
  readonly #settings: ServeSettings;
  readonly #servers = new Map<Address, EarlyServer>();

  constructor(settings: ServeSettings) {
    this.#settings = settings;
  }

  /** Listens on all addresses of the server except that of its metrics. */
  async start(): Promise<void> {
    const { address, adminAddress, api } = this.#settings;
    for (const each of adminAddress === undefined ? [address] : [address, adminAddress]) {
      let current = earlyListener(api.basePath ?? "");
      const server = await this.#listen((message, response) => current(message, response), each);
      this.#servers.set(each, { server, give: (listener) => (current = listener) });
    }
  }

  /** Starts a server with a listener, or gives the listener to the server that listens on the address already. */
  async listen(listener: RequestListener, address: Address): Promise<ListeningServer> {
    const early = this.#servers.get(address);
    if (early === undefined) return this.#listen(listener, address);
    early.give(listener);
    return early.server;
  }

  /** Stops the servers. */
  async close(): Promise<void> {
    await Promise.all(Array.from(this.#servers.values(), ({ server }) => server.close()));
    this.#servers.clear();
  }

  #listen(listener: RequestListener, address: Address): Promise<ListeningServer> {
    const { keepAliveSeconds } = this.#settings;
    return listen((at) => startListening(listener, { ...at, keepAliveSeconds }), address);
  }
}

function earlyListener(basePath: string): RequestListener {
  const problem = toProblem(new StoreUnavailableError("it is starting"));
  const handler: HattipHandler = (context) => {
    context.passThrough();
    return problemResponse(problem, { handler, options: { basePath } });
  };
  const health = new Health(() => ({ isReady: false, text: "waiting for the store" }));
  return createNodeListener(handler, { basePath, isProbe, next: (incoming) => health.respond(incoming) });
}
