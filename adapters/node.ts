import { type ListenOptions, startListening } from "./node/start_listening.ts";
import { createNodeListener } from "./node/to_request_listener.ts";
import {
  checkServed,
  closeServer,
  type RunningServer,
  type Served,
  type ServeOptions,
} from "./serving/serve_options.ts";

export { nodeProcess } from "./node_process.ts";
export { sharpResizer } from "./picture_resizer.ts";
export { textWorker, type TextWorkerOptions } from "./text_worker.ts";
export { type ListenerOptions, toMiddleware, toRequestListener } from "./node/to_request_listener.ts";
export { webhookSender } from "./node/webhook_sender.ts";
export type { Next, RunningServer, Served, ServeOptions } from "./serving/serve_options.ts";

/** Options of the server for Node. */
export interface NodeServeOptions extends ServeOptions, ListenOptions {}

/**
 * Serves an API over HTTP on Node. A request's headers must arrive within 20 seconds, the whole request within 60.
 *
 * @throws {InvalidOptionError} when an option is unknown, or its value is not allowed
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
export async function serve(served: Served, options: NodeServeOptions = {}): Promise<RunningServer> {
  checkServed(served, "serve");
  const { basePath, onError } = served.options ?? {};
  const { next } = options;
  const listener = createNodeListener(served.handler, {
    basePath,
    onError,
    next: next && (({ request }) => next(request)),
  });
  const server = await startListening(listener, options);
  const close = async (): Promise<void> => closeServer(served, async () => server.close());
  return { ...server, close };
}
