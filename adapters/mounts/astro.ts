import type { Served } from "../serving/serve_options.ts";
import { addressOf, createWebMount } from "./create_web_mount.ts";
import type { MountOptions } from "./mount_options.ts";

export type { Served } from "../serving/serve_options.ts";
export type { MountOptions } from "./mount_options.ts";

/** The part of Astro's context that the endpoint uses. */
export interface AstroContext {
  request: Request;
  /** Address of the client. Astro throws if its adapter does not know it. */
  clientAddress: string;
}

/**
 * Creates an endpoint of Astro for all methods, such as `src/pages/content/api/public/v1/[...path].js`. Unknown paths get 404.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { toAstroEndpoint } from "postern/astro";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 *
 * const api = createPublicApi({ storage: memoryDriver() });
 * export const prerender = false;
 * export const ALL = toAstroEndpoint(api);
 * ```
 */
export function toAstroEndpoint(
  served: Served,
  options: MountOptions = {},
): (context: AstroContext) => Promise<Response> {
  const mount = createWebMount(served, options, "create the endpoint");
  return async (context) => {
    const ip = addressOf(() => context.clientAddress);
    return (await mount({ request: context.request, ip })).response;
  };
}
