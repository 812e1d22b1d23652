import { type Surface, createProblemResponses, emptyRateLimit } from "../../http/mod.ts";
import type { ApiOptions } from "../api_options.ts";
import { adminApiRoot } from "../../base/api_address.ts";
import { toAdminProblem } from "./to_admin_problem.ts";

/**
 * Creates the surface of the admin API. Caches must not store its responses, and other origins' pages cannot read them. Without a key, a
 * request learns only paths and methods.
 */
export function adminSurface({ basePath }: ApiOptions): Surface {
  return {
    root: adminApiRoot,
    needsKey: true,
    hasEtags: false,
    completeHeaders: (headers, _status, audience) => ({
      ...(audience === "counted" ? emptyRateLimit : undefined),
      ...headers,
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    }),
    toProblem: toAdminProblem,
    toProblemResponse: createProblemResponses(basePath),
  };
}
