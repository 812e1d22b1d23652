import type { AdapterRequestContext } from "@hattip/core";
import { type ChainContext, type ComposableHandler, isInChain } from "../../lib/http/mod.ts";
import type { Served } from "../serving/serve_options.ts";
import { createWebMount } from "./create_web_mount.ts";
import type { MountOptions } from "./mount_options.ts";

export type { Served } from "../serving/serve_options.ts";
export type { MountOptions } from "./mount_options.ts";

/**
 * Creates a HatTip handler, for `compose`, a router or an adapter. It passes on the paths of other handlers. Unlike `api.handler`, it
 * responds with 404 to unknown paths below the root of the API.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 *
 * @example
 * ```ts
 * import { compose } from "@hattip/compose";
 * import { createPublicApi } from "postern";
 * import { toHatTip } from "postern/hattip";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 *
 * const api = createPublicApi({ storage: memoryDriver() });
 * export const handler = compose([toHatTip(api), () => new Response("The host's own page")]);
 * ```
 */
export function toHatTip(served: Served, options: MountOptions = {}): ComposableHandler {
  const mount = createWebMount(served, options, "create the handler");
  const handle = async (context: AdapterRequestContext | ChainContext): Promise<Response | undefined> => {
    const { request, platform } = context;
    const { response, isPassed } = await mount({
      request,
      platform,
      ip: () => context.ip,
      env: (name) => context.env(name),
      waitUntil: (promise) => context.waitUntil(promise),
    });
    if (!isPassed) return response;
    if (isInChain(context)) return undefined;
    context.passThrough();
    return response;
  };
  return handle as ComposableHandler;
}
