/** SvelteKit: `src/hooks.server.js`. */
import { api } from "../content_api.js";

export const handle = ({ event, resolve }) =>
  event.url.pathname.startsWith("/content/api/public/v1/") ? api.fetch(event.request) : resolve(event);
