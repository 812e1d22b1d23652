import type { Served } from "../serving/serve_options.ts";
import { addressOf, createWebMount } from "./create_web_mount.ts";
import type { MountOptions } from "./mount_options.ts";

export type { Served } from "../serving/serve_options.ts";
export type { MountOptions } from "./mount_options.ts";

/** The part of SvelteKit's event that the hook uses. */
export interface SvelteKitEvent {
  request: Request;
  /** Returns the address of the client. SvelteKit throws if it does not know it. */
  getClientAddress(): string;
}

/** The hook `handle` of SvelteKit. */
export type SvelteKitHandle = <Event extends SvelteKitEvent>(input: {
  event: Event;
  resolve: (event: Event) => Response | Promise<Response>;
}) => Promise<Response>;

/**
 * Creates the hook `handle` of SvelteKit, for `src/hooks.server.js`. It calls `resolve` for the paths of the site.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 * import { toSvelteKitHandle } from "postern/sveltekit";
 *
 * const api = createPublicApi({ storage: memoryDriver() });
 * export const handle = toSvelteKitHandle(api);
 * ```
 */
export function toSvelteKitHandle(served: Served, options: MountOptions = {}): SvelteKitHandle {
  const mount = createWebMount(served, options, "create the hook");
  return async ({ event, resolve }) => {
    const ip = addressOf(() => event.getClientAddress());
    const { response, isPassed } = await mount({ request: event.request, ip });
    return isPassed ? resolve(event) : response;
  };
}
