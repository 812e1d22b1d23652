/**
 * Requests become responses. The rules of HTTP: request targets, conditions, negotiation, bodies, and headers for caches and other origins.
 *
 * @module
 */
export { labelledMethods, type MetricName, metricTable } from "./metric_table.ts";
export { type ChainContext, type ComposableHandler, isInChain } from "./exchange/composable_handler.ts";
export { asUncounted } from "./exchange/count_exchange.ts";
export type {
  Endpoint,
  EndpointPlan,
  ExchangeRequest,
  ResponseSurface,
  Route,
  Surface,
} from "./exchange/endpoint.ts";
export type { ExchangeDeps, ExchangeOptions } from "./exchange/exchange_deps.ts";
export type { ExchangeHooks, RequestAnsweredEvent } from "./exchange/exchange_hooks.ts";
export { emptyRateLimit, finish, secondsUntil } from "./exchange/finish.ts";
export type { InnerRequests } from "./exchange/inner_requests.ts";
export { PageBody } from "./exchange/page_body.ts";
export {
  type Audience,
  clientGone,
  emptyResponse,
  jsonResponse,
  lastModifiedHeader,
  PreparedResponse,
  textResponse,
} from "./exchange/prepared_response.ts";
export { createProblemResponses } from "./exchange/problem_responses.ts";
export { type CachedResponse, ResponseCache } from "./exchange/response_cache.ts";
export { createIncomingHandler, createInnerRequests, type RoutedSurface } from "./exchange/router.ts";
export { type TracedRequest, type TraceRequest, traceRequests } from "./exchange/trace_requests.ts";
export {
  clientSignal,
  fetchBy,
  ignoreWork,
  incomingHandlerOf,
  toComposableHandler,
} from "./exchange/to_composable_handler.ts";
export { type ProblemDetail, ProblemError } from "./problems/problem.ts";
export { invalidFieldSchema, problemSchema } from "./problems/problem_schema.ts";
export { type ProblemCode, problems } from "./problems/problems.ts";
export {
  missingKey,
  missingKeyWith,
  missingPermission,
  organizationNotFound,
  Refusals,
  wrongOrganization,
} from "./problems/refusals.ts";
export { toProblem } from "./problems/to_problem.ts";
export {
  addressHeader,
  areNetworks,
  createAddressFinder,
  type TrustProxy,
} from "./request/client_address.ts";
export type {
  ExchangeRecord,
  HandleIncoming,
  Incoming,
  IncomingHeaders,
  Outgoing,
} from "./request/incoming.ts";
export { matchParts } from "./request/match_parts.ts";
export { readMediaType } from "./request/media_type.ts";
export { pacedBody, type PaceDeps } from "./request/paced_body.ts";
export { decodeParams, isBelow, splitTarget } from "./request/path.ts";
export { acceptsType, preferredType } from "./request/preferred_type.ts";
export { qualityValues } from "./request/quality_values.ts";
export {
  notAllowed,
  parseKnownQuery,
  parseQuery,
  type QuerySchema,
  refuseQuery,
} from "./request/query_parameters.ts";
export {
  type IncomingBody,
  joinBytes,
  readBytes,
  readChunks,
  tooLarge as bodyTooLarge,
} from "./request/read_bytes.ts";
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
export { relativeReference } from "./request/relative_reference.ts";
export { targetRefusal } from "./request/request_target.ts";
export { type CacheOptions, setCacheHeaders } from "./response/cache_headers.ts";
export { constantCorsHeaders, type CorsOptions, setCorsHeaders } from "./response/cors.ts";
export { longestEntityTags, readEntityTags } from "./response/entity_tags.ts";
export { HeaderList } from "./response/header_list.ts";
export type { Handlers, RouteMethod } from "./route_methods.ts";
export { type AcceptedCodings, acceptedCodings, type Coding, versionOf } from "./response/content_codings.ts";
export { schemaOf } from "./schema_of.ts";
