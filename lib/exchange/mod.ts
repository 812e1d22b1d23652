/**
 * The handling of a request, from the adapter to the response: plan, query, respond.
 *
 * @module
 */
export { type ChainContext, type ComposableHandler, isInChain } from "./composable_handler.ts";
export {
  type Endpoint,
  type EndpointPlan,
  type ExchangeRequest,
  type Match,
  type ResponseSurface,
  type Route,
  type Surface,
} from "./endpoint.ts";
export type { ExchangeDeps } from "./exchange_deps.ts";
export { finish } from "./finish.ts";
export { PageBody } from "./page_body.ts";
export {
  type Audience,
  clientGone,
  emptyResponse,
  jsonResponse,
  lastModifiedHeader,
  PreparedResponse,
  problemResponse,
  textResponse,
} from "./prepared_response.ts";
export { createProblemResponses } from "./problem_responses.ts";
export { type CachedResponse, ResponseCache } from "./response_cache.ts";
export type { InnerRequests } from "./inner_requests.ts";
export { createIncomingHandler, createInnerRequests, type RoutedSurface } from "./router.ts";
export { fetchBy, ignoreWork, incomingHandlerOf, toComposableHandler } from "./to_composable_handler.ts";
