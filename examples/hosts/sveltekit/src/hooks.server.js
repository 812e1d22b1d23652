/** SvelteKit: `src/hooks.server.js`. */
import { createDashboard } from "postern/dashboard";
import { toSvelteKitHandle } from "postern/sveltekit";
import { api } from "../content_api.js";

export const handle = toSvelteKitHandle(api, { dashboard: createDashboard(api) });
