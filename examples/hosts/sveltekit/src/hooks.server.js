/** SvelteKit: `src/hooks.server.js`. What is not Postern's is SvelteKit's, as before. */
import { api } from "../../content_api.js";

export const handle = ({ event, resolve }) =>
  event.url.pathname.startsWith("/content/api/public/v1/") ? api.fetch(event.request) : resolve(event);
