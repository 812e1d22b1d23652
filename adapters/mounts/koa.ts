import type { IncomingMessage, ServerResponse } from "node:http";
import { createNodeMount } from "../node/create_node_mount.ts";
import type { Served } from "../serving/serve_options.ts";
import { mountedHandlers } from "./mounted_handlers.ts";
import type { MountOptions } from "./mount_options.ts";

export type { Served } from "../serving/serve_options.ts";
export type { MountOptions } from "./mount_options.ts";

/** The part of Koa's context that the middleware uses. */
export interface KoaContext {
  req: IncomingMessage;
  res: ServerResponse;
  originalUrl: string;
  /** False if Koa must not write the response. */
  respond?: boolean | undefined;
}

/** A middleware of Koa. */
export type KoaMiddleware = (context: KoaContext, next: () => Promise<unknown>) => Promise<void>;

/**
 * Creates a middleware of Koa. It calls `next` for the paths of the app. Mount it before body parsers.
 *
 * A request with two `Host` lines or an invalid `Host` gets 400.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 *
 * @example
 * ```ts
 * import Koa from "koa";
 * import { createPublicApi } from "postern";
 * import { toKoa } from "postern/koa";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 *
 * const api = createPublicApi({ storage: memoryDriver() });
 * const app = new Koa();
 * app.use(toKoa(api));
 * ```
 */
export function toKoa(served: Served, options: MountOptions = {}): KoaMiddleware {
  const handlers = mountedHandlers(served, options, "create the middleware");
  const mount = createNodeMount(handlers, served.options?.basePath);
  return async (context, next) => {
    if (await mount(context.req, context.res, context.originalUrl)) context.respond = false;
    else await next();
  };
}
