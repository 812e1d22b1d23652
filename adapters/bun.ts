import { respondOrPass } from "./serving/respond_or_pass.ts";
import { checkServed, closeServer, originOf, resolveServeOptions } from "./serving/serve_options.ts";
import type { RunningServer, Served, ServeOptions } from "./serving/serve_options.ts";

export { sharpResizer } from "./picture_resizer.ts";
export { textWorker, type TextWorkerOptions } from "./text_worker.ts";
export type { Next, RunningServer, Served, ServeOptions } from "./serving/serve_options.ts";

interface BunServer {
  port: number;
  /** Number of requests whose response is not yet sent. */
  pendingRequests: number;
  requestIP(request: Request): { address: string } | null;
  stop(closesAll?: boolean): Promise<void>;
}

/** The part of Bun that this adapter uses. Hosts do not need Bun's types. */
interface BunRuntime {
  env: Record<string, string | undefined>;
  serve(options: {
    port: number;
    hostname: string;
    idleTimeout: number;
    fetch(request: Request): Promise<Response>;
  }): BunServer;
}

/** Seconds without a byte after which a connection is closed. Bun's default of 10 is too short for the first sitemap of a large store. */
const idleTimeout = 120;

/** Milliseconds between two attempts to close the connections without a request while the server stops. */
const closeSilentEvery = 1000;

const platform = { name: "bun" };

/**
 * Serves an API over HTTP on Bun.
 *
 * The context's `ip` is a getter, because Bun looks the address up slowly. A handler that spreads the context must copy it:
 * `{ ...context, ip: context.ip }`. Otherwise the API does not know the client's address.
 *
 * @throws {InvalidOptionError} when an option is unknown, or its value is not allowed
 * @throws {Error} with the system's `code` when it cannot listen, or when the runtime is not Bun
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { serve } from "postern/bun";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 *
 * const api = createPublicApi({ storage: memoryDriver() });
 * serve(api, { port: 3000, next: () => new Response("The host's own page") });
 * ```
 */
export function serve(served: Served, options: ServeOptions = {}): RunningServer {
  checkServed(served, "serve");
  const { port, hostname } = resolveServeOptions(options);
  const bun = (globalThis as { Bun?: BunRuntime }).Bun;
  if (bun === undefined)
    throw new Error(
      "Cannot serve: postern/bun runs only on Bun. On Node use postern/node, on Deno postern/deno",
    );
  const env = (name: string): string | undefined => bun.env[name];
  const ip = (request: Request): string => server.requestIP(request)?.address ?? "";
  const server = bun.serve({
    port,
    hostname,
    idleTimeout,
    fetch: async (request) => respondOrPass(served, { request, ip, platform, env }, options.next),
  });
  const close = async (): Promise<void> => closeServer(served, async () => stop(server));
  return { url: originOf(hostname, server.port), port: server.port, close };
}

/** Stops a server. Bun closes idle connections, but would wait two minutes for those that have sent a part of a request. */
async function stop(server: BunServer): Promise<void> {
  const stopped = server.stop();
  const checks = setInterval(() => {
    if (server.pendingRequests === 0) void server.stop(true);
  }, closeSilentEvery);
  await stopped;
  clearInterval(checks);
}
