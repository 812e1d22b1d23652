/**
 * The endpoints over HTTP.
 *
 * @module
 */
export { areNetworks, createAddressFinder, type TrustProxy } from "./client_address.ts";
export type { HttpDeps } from "./http_deps.ts";
export type { ProblemCode, ProblemDetail } from "./problem.ts";
export type { PostItem, SinglePost } from "./represent_post.ts";
export { createHandler } from "./routes.ts";
