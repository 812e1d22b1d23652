/**
 * The rules of HTTP: request targets, conditions, negotiation, bodies, and headers for caches and other origins.
 *
 * @module
 */
export { type CacheOptions, setCacheHeaders } from "./cache_headers.ts";
export {
  type AddressFinder,
  addressHeader,
  areNetworks,
  createAddressFinder,
  type TrustProxy,
} from "./client_address.ts";
export { isFresh, isPreconditionFailed, keptOnNotModified } from "./conditional.ts";
export { clientSignal } from "./client_signal.ts";
export { constantCorsHeaders, type CorsOptions, setCorsHeaders } from "./cors.ts";
export { readEntityTags } from "./entity_tags.ts";
export { toEtag } from "./etag.ts";
export { HeaderList } from "./header_list.ts";
export {
  type ExchangeRecord,
  type HandleIncoming,
  type Incoming,
  type IncomingHeaders,
  type Outgoing,
} from "./incoming.ts";
export { joinBytes } from "./join_bytes.ts";
export { readMediaType } from "./media_type.ts";
export { matchParts } from "./match_parts.ts";
export { pacedBody, type PaceDeps } from "./paced_body.ts";
export { decodeParams, isBelow, splitTarget } from "./path.ts";
export { acceptsType, preferredType } from "./preferred_type.ts";
export {
  notAllowed,
  parseKnownQuery,
  parseQuery,
  type QuerySchema,
  refuseQuery,
} from "./query_parameters.ts";
export { type IncomingBody, readBytes, readChunks } from "./read_bytes.ts";
export { readJsonBody, readOptionalJsonBody, requireWellFormed } from "./read_json_body.ts";
export {
  invalidHost,
  invalidTarget,
  readTarget,
  requestTarget,
  type RequestTarget,
  targetOf,
  twoHosts,
  withUrl,
} from "./read_target.ts";
export { emptyRateLimit, secondsUntil, setRateLimitHeaders } from "./request_headers.ts";
export { targetRefusal } from "./request_target.ts";
export { type Handlers, isRouteMethod, methodsOf, type RouteMethod } from "./route_methods.ts";
