/** Astro endpoint: `src/pages/content/api/public/v1/[...path].js`. Its other pages stay as they are. */
import { api } from "../../../../../../../content_api.js";

/** The answers are made with the request, and not with the build. */
export const prerender = false;

export const ALL = ({ request }) => api.fetch(request);
