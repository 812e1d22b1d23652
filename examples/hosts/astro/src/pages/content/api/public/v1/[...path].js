/** Astro endpoint: `src/pages/content/api/public/v1/[...path].js`. */
import { toAstroEndpoint } from "postern/astro";
import { api } from "../../../../../../content_api.js";

export const prerender = false;
export const ALL = toAstroEndpoint(api);
