import type { Served } from "../serving/serve_options.ts";
import { createWebMount } from "./create_web_mount.ts";
import type { MountOptions } from "./mount_options.ts";
import { type NitroEvent, toMountedRequest } from "./nitro_event.ts";

export type { Served } from "../serving/serve_options.ts";
export type { MountOptions } from "./mount_options.ts";
export type { NitroEvent } from "./nitro_event.ts";

/** An event handler of Nitro. Undefined passes the request on to the routes of the app. */
export type NitroHandler = (event: NitroEvent) => Promise<Response | undefined>;

/**
 * Creates a middleware of Nitro and Nuxt, for `server/middleware/content.js`. It passes on the paths of the app. It works with h3 1 and 2.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { toNitroHandler } from "postern/nitro";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 *
 * const api = createPublicApi({ storage: memoryDriver() });
 * export default toNitroHandler(api);
 * ```
 */
export function toNitroHandler(served: Served, options: MountOptions = {}): NitroHandler {
  const mount = createWebMount(served, options, "create the event handler");
  const handle: NitroHandler = async (event) => {
    const mounted = toMountedRequest(event);
    if (mounted === undefined) return undefined;
    const { response, isPassed } = await mount(mounted);
    return isPassed ? undefined : response;
  };
  // h3 1 warns about handlers without this property.
  return Object.assign(handle, { __is_handler__: true });
}
