import type { AdapterRequestContext } from "@hattip/core";
import type { Place } from "../../lib/base/input/check_options.ts";
import { ignoreWork, ProblemError, requestTarget } from "../../lib/http/mod.ts";
import { isAtRoot } from "../serving/mounted_handler.ts";
import { problemResponse } from "../serving/problem_response.ts";
import type { Served } from "../serving/serve_options.ts";
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

export interface MountedResponse {
  response: Response;
  /** True if the path belongs to the host. The response is then a 404, or a 400 for a target that is not a path. */
  isPassed: boolean;
}

const defaults = {
  platform: undefined,
  env: () => undefined,
  waitUntil: ignoreWork,
};

/**
 * Creates a function that gives a request to the first handler with its path. A request with two `Host` lines or an invalid `Host` gets 400.
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
    const read = requestTarget(mounted.request);
    if (read instanceof ProblemError) {
      return { response: problemResponse(read, served), isPassed: read.code === "malformed-path" };
    }
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
      isPassed &&= !isAtRoot({ root }, read.target);
      if (!isPassed) break;
    }
    return { response, isPassed };
  };
}

/**
 * Returns a function that reads the address of a client when the API needs it. Frameworks throw where the address is unknown, such as
 * during a build. The address is empty then.
 */
export function addressOf(read: () => string | undefined): () => string {
  return () => {
    try {
      return read() ?? "";
    } catch {
      return "";
    }
  };
}
