/**
 * A request becomes a response. The rules of HTTP: request targets, conditions, negotiation, bodies, and headers for caches and other origins.
 *
 * @module
 */
export { type CacheOptions, setCacheHeaders } from "./response/cache_headers.ts";
export {
  type AddressFinder,
  addressHeader,
  areNetworks,
  createAddressFinder,
  type TrustProxy,
} from "./request/client_address.ts";
export { clientSignal } from "./exchange/to_composable_handler.ts";
export { type AcceptedCodings, acceptedCodings, type Coding, versionOf } from "./response/content_codings.ts";
export { constantCorsHeaders, type CorsOptions, setCorsHeaders } from "./response/cors.ts";
export { readEntityTags } from "./response/entity_tags.ts";
export { toEtag } from "./response/entity_tags.ts";
export { HeaderList } from "./response/header_list.ts";
export {
  type ExchangeRecord,
  type HandleIncoming,
  type Incoming,
  type IncomingHeaders,
  type Outgoing,
} from "./request/incoming.ts";
export { joinBytes } from "./request/read_bytes.ts";
export { readMediaType } from "./request/media_type.ts";
export { matchParts } from "./request/match_parts.ts";
export { pacedBody, type PaceDeps } from "./request/paced_body.ts";
export { decodeParams, isBelow, splitTarget } from "./request/path.ts";
export { acceptsType, preferredType } from "./request/preferred_type.ts";
export {
  notAllowed,
  parseKnownQuery,
  parseQuery,
  type QuerySchema,
  refuseQuery,
} from "./request/query_parameters.ts";
export { type IncomingBody, readBytes, readChunks } from "./request/read_bytes.ts";
export { readJsonBody, readOptionalJsonBody, requireWellFormed } from "./request/read_json_body.ts";
export {
  invalidHost,
  invalidTarget,
  readTarget,
  requestTarget,
  type RequestTarget,
  targetOf,
  twoHosts,
  withUrl,
} from "./request/read_target.ts";
export { targetRefusal } from "./request/request_target.ts";
export { type Handlers, isRouteMethod, methodsOf, type RouteMethod } from "./route_methods.ts";
export { describes } from "./describes.ts";
export { isInChain, type ChainContext, type ComposableHandler } from "./exchange/composable_handler.ts";
export {
  type Endpoint,
  type EndpointPlan,
  type ExchangeRequest,
  type ResponseSurface,
  type Route,
  type Surface,
} from "./exchange/endpoint.ts";
export { type ExchangeDeps, type ExchangeOptions } from "./exchange/exchange_deps.ts";
export { emptyRateLimit, finish, secondsUntil } from "./exchange/finish.ts";
export { type InnerRequests } from "./exchange/inner_requests.ts";
export { PageBody } from "./exchange/page_body.ts";
export {
  PreparedResponse,
  clientGone,
  emptyResponse,
  jsonResponse,
  lastModifiedHeader,
  textResponse,
  type Audience,
} from "./exchange/prepared_response.ts";
export { createProblemResponses } from "./exchange/problem_responses.ts";
export { ResponseCache, type CachedResponse } from "./exchange/response_cache.ts";
export { createIncomingHandler, createInnerRequests, type RoutedSurface } from "./exchange/router.ts";
export {
  fetchBy,
  ignoreWork,
  incomingHandlerOf,
  toComposableHandler,
} from "./exchange/to_composable_handler.ts";
export { asUncounted } from "./exchange/count_exchange.ts";
export { ProblemError, type ProblemDetail } from "./problems/problem.ts";
export { invalidFieldSchema, problemSchema } from "./problems/problem_schema.ts";
export { problems, type ProblemCode } from "./problems/problems.ts";
export { Refusals, missingKey, missingPermission, wrongOrganization } from "./problems/refusals.ts";
export { toProblem } from "./problems/to_problem.ts";
export { longestPart } from "./request/path.ts";
export { relativeReference } from "./request/relative_reference.ts";
export { weightedItems } from "./request/weighted_items.ts";
export { longestEntityTags } from "./response/entity_tags.ts";
export type { ExchangeHooks, RequestAnsweredEvent } from "./exchange/exchange_hooks.ts";
