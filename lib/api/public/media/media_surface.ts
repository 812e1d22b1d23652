import { constantCorsHeaders, type Surface } from "../../../http/mod.ts";
import type { ApiOptions } from "../../api_options.ts";
import { publicSurface } from "../public_surface.ts";

/** Creates the surface of files. Keys are ignored, because a file is the same for every caller, and its hash cannot be guessed. */
export function mediaSurface(options: ApiOptions): Surface {
  return {
    ...publicSurface(options),
    ignoresKeys: true,
    hasEtags: false,
    completeHeaders: (headers) => ({
      "cache-control": "no-store",
      ...headers,
      ...constantCorsHeaders(options.cors),
      ...(options.cors.origins !== "*" && { vary: "origin" }),
      "x-content-type-options": "nosniff",
    }),
  };
}
