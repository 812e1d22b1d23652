/**
 * The endpoints over HTTP.
 *
 * @module
 */
export type { CacheOptions } from "./cache_headers.ts";
export type { CorsOptions } from "./cors.ts";
export { areNetworks, createAddressFinder, type TrustProxy } from "./client_address.ts";
export { createDocumentation } from "./documentation.ts";
export type { HttpDeps } from "./http_deps.ts";
export type { ProblemCode, ProblemDetail } from "./problem.ts";
export type { PostItem, SinglePost } from "./post_schema.ts";
export { RenderedPosts } from "./rendered_posts.ts";
export { toSinglePost } from "./represent_post.ts";
export type { SitemapPages, SitemapUrl, SitemapUrls } from "./represent_sitemap.ts";
export { createHandler } from "./routes.ts";
export { SitemapPlans } from "./sitemap_plans.ts";
