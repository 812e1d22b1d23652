import type { RequestListener } from "node:http";
import { type ListeningServer, startListening } from "../../node/start_listening.ts";
import { earlyListener } from "../../standalone/early_listener.ts";
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
