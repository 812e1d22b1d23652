import type { Served } from "../serving/serve_options.ts";
import { addressOf, createWebMount } from "./create_web_mount.ts";
import type { MountOptions } from "./mount_options.ts";

export type { Served } from "../serving/serve_options.ts";
export type { MountOptions } from "./mount_options.ts";

/** The part of Hono's context that the middleware uses. */
export interface HonoContext {
  req: { raw: Request };
  /** Bindings of the runtime. `@hono/node-server` has the Node request in `incoming`. */
  env: unknown;
}

/** A middleware of Hono. */
export type HonoMiddleware = (
  context: HonoContext,
  next: () => Promise<void>,
) => Promise<Response | undefined>;

/**
 * Creates a middleware of Hono. It calls `next` for the paths of the app. The address of the client is known under `@hono/node-server` only.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 *
 * @example
 * ```ts
 * import { Hono } from "hono";
 * import { createPublicApi } from "postern";
 * import { toHono } from "postern/hono";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 *
 * const api = createPublicApi({ storage: memoryDriver() });
 * const app = new Hono();
 * app.use(toHono(api));
 * ```
 */
export function toHono(served: Served, options: MountOptions = {}): HonoMiddleware {
  const mount = createWebMount(served, options, "create the middleware");
  return async (context, next) => {
    const ip = addressOf(() => (context.env as NodeBindings).incoming?.socket.remoteAddress);
    const { response, isPassed } = await mount({ request: context.req.raw, ip });
    if (!isPassed) return response;
    await next();
    return undefined;
  };
}

/** Bindings of `@hono/node-server`. */
interface NodeBindings {
  incoming?: { socket: { remoteAddress?: string } };
}
