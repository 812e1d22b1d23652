import type { Awaitable } from "../../base/awaitable.ts";
import type { Outgoing } from "../request/incoming.ts";
import type { Insight } from "../../store/daily_counts/mod.ts";
import type { ExchangeRequest, Match } from "./endpoint.ts";
import type { Authentication } from "./finish.ts";

const uncounted = new WeakSet<Request>();

/** Marks a request that the service sends to itself, so that the requests of an organization do not include it. */
export function asUncounted(request: Request): Request {
  uncounted.add(request);
  return request;
}

/** Returns true for a request that the service sends to itself. */
export function isUncounted(request: Request): boolean {
  return uncounted.has(request);
}

/** Path of the endpoint for a single post, below the root of the public API. */
const postPath = "post/{organizationSlug}/{slug}";

/**
 * Counts a request of a known endpoint for its organization: the one of a genuine key, else the one in the path. Preflights and paths without
 * an endpoint are not counted.
 */
export function countExchange(
  insight: Insight,
  { incoming, match, workTime }: ExchangeRequest,
  { outgoing, authentication }: { outgoing: Outgoing; authentication: Authentication },
): Awaitable<void> {
  const { status, about } = outgoing;
  const { method } = incoming;
  if (match.pattern === undefined || method === "OPTIONS") return undefined;
  // Adapters create the `Request` of a client only if it is read, so it is read last.
  if (incoming.address === "" && isUncounted(incoming.request)) return undefined;
  const { caller, refusedKey } = authentication;
  const keyId = caller?.credential.id ?? refusedKey?.keyId;
  const ofKey = caller?.credential.organizationSlug ?? refusedKey?.organizationSlug;
  const organizationSlug = ofKey ?? parameterOf(match, "organizationSlug");
  if (organizationSlug === undefined) return undefined;
  const slug = match.route.path === postPath ? parameterOf(match, "slug") : undefined;
  return insight.add(
    organizationSlug,
    {
      endpoint: endpointOf(match, method),
      status,
      keyId,
      refusal: status === 401 || status === 403 || status === 429 ? about.code : undefined,
      read:
        method === "GET" && (status === 200 || status === 304) && (match.search === "" || !isPreview(match))
          ? slug
          : undefined,
      missing: about.code === "post-not-found" ? slug : undefined,
    },
    {
      isProven: ofKey !== undefined || status < 400 || about.code === "post-not-found",
      workTime,
    },
  );
}

function endpointOf({ surface, route }: Match, method: string): string {
  if (surface.needsKey) return "admin";
  return method === "GET" || method === "HEAD" ? route.path : `${method} ${route.path}`;
}

/** Returns a parameter of the path, or undefined if it has none or is malformed. */
function parameterOf(match: Match, name: string): string | undefined {
  try {
    return match.params[name];
  } catch {
    return undefined;
  }
}

/** Returns true for a preview link, which its writers open. */
function isPreview({ search }: Match): boolean {
  return /[?&]preview=/.test(search);
}
