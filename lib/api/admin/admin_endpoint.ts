import { actorOfKey } from "../actions/admin.ts";
import {
  type Endpoint,
  type Route,
  missingKey,
  type Handlers,
  refuseQuery,
  type RouteMethod,
  type Surface,
  createProblemResponses,
  emptyRateLimit,
} from "../../http/mod.ts";
import type { EndpointDeps } from "../public/endpoint_deps.ts";
import type { AdminHandler, AdminRoute } from "./admin_route.ts";
import type { ApiOptions } from "../api_options.ts";
import { adminApiRoot } from "../../base/api_address.ts";
import { toAdminProblem } from "./to_admin_problem.ts";

const methods: readonly RouteMethod[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Converts a path of the admin API to a route of the exchange. */
export function toRoute({ path, hasQuery, ...handlers }: AdminRoute, deps: EndpointDeps): Route {
  const endpoints = methods.flatMap((method) => {
    const { [method]: handler } = handlers;
    return handler === undefined
      ? []
      : [[method, toEndpoint(handler, hasQuery?.includes(method) === true, deps)]];
  });
  return { path, ...(Object.fromEntries(endpoints) as Handlers<Endpoint>) };
}

function toEndpoint(handler: AdminHandler, hasQuery: boolean, deps: EndpointDeps): Endpoint {
  return ({ incoming, match }) => ({
    questions: [],
    respond: async (_answers, caller) => {
      if (caller === null) throw missingKey;
      const url = new URL(incoming.url);
      if (!hasQuery) refuseQuery(url.searchParams);
      return handler({ request: incoming, url, params: match.params, actor: actorOfKey(caller) }, deps);
    },
  });
}

/**
 * Creates the surface of the admin API. Caches must not store its responses, and other origins' pages cannot read them. Without a key, a
 * request learns only paths and methods.
 */
export function adminSurface({ basePath }: ApiOptions): Surface {
  return {
    root: adminApiRoot,
    needsKey: true,
    hasEtags: false,
    completeHeaders: (headers, _status, audience) => ({
      ...(audience === "counted" ? emptyRateLimit : undefined),
      ...headers,
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    }),
    toProblem: toAdminProblem,
    toProblemResponse: createProblemResponses(basePath),
  };
}
