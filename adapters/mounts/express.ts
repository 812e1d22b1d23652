import { createNodeMount, type NodeMiddleware, toNodeMiddleware } from "../node/create_node_mount.ts";
import type { Served } from "../serving/serve_options.ts";
import { mountedHandlers } from "./mounted_handlers.ts";
import type { MountOptions } from "./mount_options.ts";

export type { NodeMiddleware } from "../node/create_node_mount.ts";
export type { Served } from "../serving/serve_options.ts";
export type { MountOptions } from "./mount_options.ts";

/**
 * Creates a middleware of Express. It calls `next` for the paths of the app. Mount it before body parsers.
 *
 * A request with two `Host` lines or an invalid `Host` gets 400.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 *
 * @example
 * ```ts
 * import express from "express";
 * import { createPublicApi } from "postern";
 * import { toExpress } from "postern/express";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 *
 * const api = createPublicApi({ storage: memoryDriver() });
 * const app = express();
 * app.use(toExpress(api));
 * ```
 */
export function toExpress(served: Served, options: MountOptions = {}): NodeMiddleware {
  const handlers = mountedHandlers(served, options, "create the middleware");
  const mount = createNodeMount(handlers, served.options?.basePath);
  // Express removes the path of `app.use(path, …)` from `url`.
  return toNodeMiddleware((incoming, outgoing) => {
    const { originalUrl } = incoming as { originalUrl?: string };
    return mount(incoming, outgoing, originalUrl);
  });
}
