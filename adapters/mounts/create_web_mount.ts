import type { AdapterRequestContext } from "@hattip/core";
import type { Place } from "../../lib/check_options.ts";
import { ignoreWork } from "../../lib/exchange/mod.ts";
import { targetOf } from "../../lib/http/mod.ts";
import { isAtRoot } from "../mounted_handler.ts";
import type { Served } from "../serve_options.ts";
import { mountedHandlers } from "./mounted_handlers.ts";
import type { MountOptions } from "./mount_options.ts";

/** A request, and the data about it that the host has. */
export interface MountedRequest extends Partial<
  Pick<AdapterRequestContext, "env" | "platform" | "waitUntil">
> {
  request: Request;
  /** Returns the address of the client, or an empty text. Default: unknown. */
  ip?: () => string;
}

/** The response to a request. */
export interface MountedResponse {
  response: Response;
  /** True if the path belongs to the host. The response is then a 404. */
  isPassed: boolean;
}

const defaults = {
  platform: undefined,
  env: () => undefined,
  waitUntil: ignoreWork,
};

/**
 * Creates a function that gives a request to the first handler with its path.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 */
export function createWebMount(
  served: Served,
  options: MountOptions,
  action: Place["action"],
): (mounted: MountedRequest) => Promise<MountedResponse> {
  const handlers = mountedHandlers(served, options, action);
  return async (mounted) => {
    const target = targetOf(mounted.request.url);
    let isPassed = false;
    const context = {
      ...defaults,
      ...mounted,
      get ip() {
        return mounted.ip?.() ?? "";
      },
      passThrough: () => void (isPassed = true),
    };
    let response = new Response(null, { status: 404 });
    for (const { handler, root } of handlers) {
      isPassed = false;
      response = await handler(context);
      isPassed &&= !isAtRoot({ root }, target);
      if (!isPassed) break;
    }
    return { response, isPassed };
  };
}
