/**
 * The endpoints of the public API and the admin API.
 *
 * @module
 */
export { EventStreams } from "./events/event_streams.ts";
export { createAdminHandler, createPublicHandler } from "./create_handlers.ts";
export { loadDocumentation } from "./documentation/load_documentation.ts";
export { loadSearch } from "./search/load_search.ts";
export type { RebuiltSearchIndex, RebuiltSearchIndexes } from "./search/rebuilt_search_indexes.ts";
export { SearchIndexes } from "./search/search_indexes.ts";
export type { EndpointDeps } from "./endpoint_deps.ts";
export { toAdminProblem } from "./admin/to_admin_problem.ts";
export { SitemapPlans } from "./sitemaps/sitemap_plans.ts";
export { Statistics } from "./statistics/statistics.ts";
