/**
 * The life of a request, from the adapter to the response: plan, ask, respond.
 *
 * @module
 */
export type { CacheOptions } from "./cache_headers.ts";
export { areNetworks, createAddressFinder, type TrustProxy } from "./client_address.ts";
export type { ChainContext, ComposableHandler } from "./composable_handler.ts";
export type { CorsOptions } from "./cors.ts";
export { createIncomingHandler } from "./create_incoming_handler.ts";
export type { Endpoint, EndpointPlan } from "./endpoint.ts";
export type { ExchangeDeps } from "./exchange_deps.ts";
export type { ExchangeRequest } from "./exchange_request.ts";
export { fetchBy, incomingHandlerOf, toComposableHandler } from "./to_composable_handler.ts";
export {
  type ExchangeRecord,
  type HandleIncoming,
  type Incoming,
  type IncomingHeaders,
  newRecord,
  type Outgoing,
} from "./incoming.ts";
export { HeaderList } from "./header_list.ts";
export { finish } from "./finish.ts";
export { Match, type Route } from "./match.ts";
export { matchParts } from "./match_parts.ts";
export { decodeParams, splitTarget, targetOf } from "./path.ts";
export {
  emptyResponse,
  jsonResponse,
  lastModifiedHeader,
  PreparedResponse,
  problemResponse,
  textResponse,
} from "./prepared_response.ts";
export {
  parseKnownQuery,
  parseQuery,
  type QuerySchema,
  notAllowed,
  refuseQuery,
} from "./query_parameters.ts";
export { preferredType } from "./preferred_type.ts";
export { type IncomingBody, readBytes } from "./read_bytes.ts";
export { readJsonBody, readOptionalJsonBody } from "./read_json_body.ts";
export { targetRefusal } from "./request_target.ts";
export { type CachedResponse, ResponseCache } from "./response_cache.ts";
export { handlerOf, type Handlers, methodsOf, type RouteMethod } from "./route_methods.ts";
export { Router } from "./router.ts";
export type { Surface } from "./surface.ts";
