import type { Served } from "../serving/serve_options.ts";
import { createWebMount } from "./create_web_mount.ts";
import type { MountOptions } from "./mount_options.ts";

export type { Served } from "../serving/serve_options.ts";
export type { MountOptions } from "./mount_options.ts";

/** A route handler of Next.js. */
export type NextHandler = (request: Request) => Promise<Response>;

/** The route handlers of all methods. */
export type NextHandlers = Record<
  "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS",
  NextHandler
>;

/**
 * Creates the route handlers of a catch-all route of Next.js (App Router), such as `app/content/api/public/v1/[...path]/route.js`.
 * Unknown paths get 404.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { toNextHandler } from "postern/next";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 *
 * const api = createPublicApi({ storage: memoryDriver() });
 * export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toNextHandler(api);
 * ```
 */
export function toNextHandler(served: Served, options: MountOptions = {}): NextHandlers {
  const mount = createWebMount(served, options, "create the route handlers");
  const handle: NextHandler = async (request) => (await mount({ request })).response;
  return {
    GET: handle,
    HEAD: handle,
    POST: handle,
    PUT: handle,
    PATCH: handle,
    DELETE: handle,
    OPTIONS: handle,
  };
}
