import type { HattipHandler } from "@hattip/core";
import { isBelow, splitTarget } from "../../lib/http/mod.ts";

/** A handler within a host. */
export interface MountedHandler {
  handler: HattipHandler;
  /** Path below which the handler responds to unknown paths. Undefined if it passes on every unknown path. */
  root: string | undefined;
}

/** True if a handler responds to a request target even if it has no route for it. */
export function isAtRoot({ root }: Pick<MountedHandler, "root">, target: string): boolean {
  return root !== undefined && isBelow(splitTarget(target).path, root);
}
