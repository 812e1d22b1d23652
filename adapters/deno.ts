import { respondOrPass } from "./serving/respond_or_pass.ts";
import { checkServed, closeServer, originOf, resolveServeOptions } from "./serving/serve_options.ts";
import type { RunningServer, Served, ServeOptions } from "./serving/serve_options.ts";

export { sharpResizer } from "./picture_resizer.ts";
export { textWorker, type TextWorkerOptions } from "./text_worker.ts";
export type { Next, RunningServer, Served, ServeOptions } from "./serving/serve_options.ts";

interface DenoServer {
  addr: { port: number };
  shutdown(): Promise<void>;
}

/** The part of Deno that this adapter uses. Hosts do not need Deno's types. */
interface DenoRuntime {
  env: { get(name: string): string | undefined };
  serve(
    options: { port: number; hostname: string; onListen(): void },
    handler: (request: Request, info: { remoteAddr: { hostname: string } }) => Response | Promise<Response>,
  ): DenoServer;
}

/**
 * Serves an API over HTTP on Deno. It needs the permission `--allow-net`.
 *
 * @throws {InvalidOptionError} when an option is unknown, or its value is not allowed
 * @throws {Error} when it cannot listen, or when the runtime is not Deno
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { serve } from "postern/deno";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 *
 * const api = createPublicApi({ storage: memoryDriver() });
 * serve(api, { port: 3000, next: () => new Response("The host's own page") });
 * ```
 */
export function serve(served: Served, options: ServeOptions = {}): RunningServer {
  checkServed(served, "serve");
  const { port, hostname } = resolveServeOptions(options);
  const deno = (globalThis as { Deno?: DenoRuntime }).Deno;
  if (deno === undefined)
    throw new Error(
      "Cannot serve: postern/deno runs only on Deno. On Node use postern/node, on Bun postern/bun",
    );
  const server = deno.serve({ port, hostname, onListen: () => undefined }, (request, { remoteAddr }) => {
    const platform = { name: "deno" };
    const facts = {
      request,
      ip: remoteAddr.hostname,
      platform,
      env: (name: string) => deno.env.get(name),
    };
    return respondOrPass(served, facts, options.next);
  });
  const { port: bound } = server.addr;
  const close = async (): Promise<void> => closeServer(served, async () => server.shutdown());
  return { url: originOf(hostname, bound), port: bound, close };
}
