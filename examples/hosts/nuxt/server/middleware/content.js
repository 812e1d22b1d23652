/** Nuxt: `server/middleware/content.js`. */
import { createDashboard } from "postern/dashboard";
import { toNitroHandler } from "postern/nitro";
import { api } from "../../content_api.js";

export default toNitroHandler(api, { dashboard: createDashboard(api) });
