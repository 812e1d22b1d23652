import { type Check, fields, methods, type Place } from "../../lib/base/input/check_options.ts";
import { checkServed } from "../serving/check_served.ts";
import type { Served } from "../serving/serve_options.ts";

/** Options of the functions that mount an API in a framework. The API's own `basePath` is the prefix of its paths. */
export interface MountOptions {
  /** The dashboard of `createDashboard`, to serve it with the same mount. Default: none. */
  dashboard?: Pick<Served, "handler">;
}

const optionsCheck: Check = /* @__PURE__ */ fields<MountOptions>({
  dashboard: /* @__PURE__ */ methods(["handler"] satisfies (keyof Served)[]),
});

export function checkMount(served: unknown, options: unknown, action: Place["action"]): void {
  checkServed(served, action);
  optionsCheck(options, { action, option: "" });
}
