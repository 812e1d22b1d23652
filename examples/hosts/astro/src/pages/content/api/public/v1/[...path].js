/** Astro endpoint: `src/pages/content/api/public/v1/[...path].js`. */
import { api } from "../../../../../../content_api.js";

export const prerender = false;

export const ALL = ({ request }) => api.fetch(request);
