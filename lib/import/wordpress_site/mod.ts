/**
 * Reads WordPress sites by their REST API.
 *
 * @module
 */
export { openWordPressSite, type WordPressSiteOptions } from "./read_wordpress_site.ts";
export type { GetFromSite, SiteResponse } from "./site_response.ts";
