import { actorOfKey } from "../actions/admin.ts";
import {
  type Endpoint,
  type Route,
  missingKey,
  type Handlers,
  refuseQuery,
  type RouteMethod,
} from "../../http/mod.ts";
import type { EndpointDeps } from "../public/endpoint_deps.ts";
import type { AdminHandler, AdminRoute } from "./admin_route.ts";

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
