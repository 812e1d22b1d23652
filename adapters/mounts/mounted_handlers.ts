import type { Place } from "../../lib/base/input/check_options.ts";
import type { MountedHandler } from "../serving/mounted_handler.ts";
import type { Served } from "../serving/serve_options.ts";
import { checkMount, type MountOptions } from "./mount_options.ts";
import { publicApiAddress } from "../../lib/base/api_address.ts";

/**
 * Checks the arguments of a mount, and returns the handlers in the order of their requests. The API is last, because it responds to
 * the unknown paths below its root. A handler without options is not an API, and has no root.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 */
export function mountedHandlers(
  served: Served,
  options: MountOptions,
  action: Place["action"],
): [...MountedHandler[], MountedHandler] {
  checkMount(served, options, action);
  const { handler, options: given } = served;
  const root = given && publicApiAddress({ basePath: given.basePath ?? "" });
  const own = { handler, root };
  return options.dashboard ? [{ handler: options.dashboard.handler, root: undefined }, own] : [own];
}
