/**
 * The endpoints over HTTP.
 *
 * @module
 */
export {
  type Answer,
  asComplete,
  emptyAnswer,
  jsonAnswer,
  problemAnswer,
  responseClassOf,
  type ResponseParts,
  textAnswer,
  toResponse,
} from "./answer.ts";
export type { ChainContext, ComposableHandler } from "./composable_handler.ts";
export type { CacheOptions } from "./cache_headers.ts";
export type { CorsOptions } from "./cors.ts";
export { areNetworks, createAddressFinder, type TrustProxy } from "./client_address.ts";
export { createAdminHandler } from "./admin/create_admin_handler.ts";
export { createDocumentation } from "./documentation.ts";
export { HeaderList } from "./header_list.ts";
export type { HttpDeps } from "./http_deps.ts";
export { createMatcher, type Match } from "./match_route.ts";
export { leaveToNext } from "./pass_on.ts";
export { pathOf } from "./path.ts";
export { type ProblemCode, type ProblemDetail, ProblemError } from "./problem.ts";
export type { PostItem, SinglePost } from "./post_schema.ts";
export { readBytes } from "./read_bytes.ts";
export { Refusals } from "./refusals.ts";
export { refusalOf } from "./request_target.ts";
export { RenderedCollections } from "./rendered_collections.ts";
export { RenderedPosts } from "./rendered_posts.ts";
export { toSinglePost } from "./represent_post.ts";
export type { SitemapPages, SitemapUrl, SitemapUrls } from "./represent_sitemap.ts";
export { createHandler } from "./routes.ts";
export { toAdminProblem } from "./admin/to_admin_problem.ts";
export { SitemapPlans } from "./sitemap_plans.ts";
