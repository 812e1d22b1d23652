import { actorOfKey } from "../actions/admin.ts";
import { shareReadWithKey } from "../actions/admin_actor.ts";
import { type PostState, postState, slugToFind } from "../../content/mod.ts";
import type { Question } from "../../store/mod.ts";
import {
  type Endpoint,
  type ExchangeRequest,
  type Route,
  missingKey,
  type Handlers,
  readJsonBody,
  readOptionalJsonBody,
  refuseQuery,
  type RouteMethod,
  type Surface,
  createProblemResponses,
  emptyRateLimit,
} from "../../http/mod.ts";
import type { EndpointDeps } from "../public/endpoint_deps.ts";
import { versionQuestion } from "../public/knowledge_base/add_knowledge.ts";
import type { AdminHandler, AdminRoute } from "./admin_route.ts";
import type { ApiOptions } from "../api_options.ts";
import { adminApiRoot } from "../../base/api_address.ts";
import { toAdminProblem } from "./to_admin_problem.ts";

const methods: readonly RouteMethod[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Converts a path of the admin API to a route of the exchange. */
export function toRoute(route: AdminRoute, deps: EndpointDeps): Route {
  const endpoints = methods.flatMap((method) => {
    const { [method]: handler } = route;
    return handler === undefined ? [] : [[method, toEndpoint(handler, method, { route, deps })]];
  });
  return { path: route.path, ...(Object.fromEntries(endpoints) as Handlers<Endpoint>) };
}

function toEndpoint(
  handler: AdminHandler,
  method: RouteMethod,
  { route: { hasQuery, readsPost, readsTexts }, deps }: { route: AdminRoute; deps: EndpointDeps },
): Endpoint {
  const takesQuery = hasQuery?.includes(method) === true;
  const { bodyBytes } = deps.options.limits;
  const needsPost = readsPost?.includes(method) === true;
  return (request) => {
    const { incoming, match } = request;
    const question = needsPost ? postQuestion(request, deps) : undefined;
    const version = readsTexts?.includes(method) === true ? versionQuestion(request) : undefined;
    return {
      questions: [question, version].filter((one) => one !== undefined),
      respond: async (answers, caller) => {
        if (caller === null) throw missingKey;
        const url = new URL(incoming.url);
        if (!takesQuery) refuseQuery(url.searchParams);
        const actor = actorOfKey(caller);
        const organization = request.organization(actor.organizationSlug);
        shareReadWithKey(actor, {
          organization: answers.has(organization) ? answers.of(organization) : undefined,
          state: question && answers.of(question),
          texts: version && answers.of(version),
        });
        const asked = {
          request: incoming,
          url,
          slug: match.params["slug"] ?? "",
          id: match.params["id"] ?? "",
          number: match.params["number"] ?? "",
          actor,
          admin: deps.admin,
          body: async () => (await readJsonBody(incoming, bodyBytes)).value,
          optionalBody: async () => readOptionalJsonBody(incoming, bodyBytes),
        };
        return handler(asked, deps);
      },
    };
  };
}

/** Returns the question for the post of a path. Undefined if the key is not cached, or no post can have the slug. */
function postQuestion(
  { keyOrganization: organizationSlug, match }: ExchangeRequest,
  { store }: EndpointDeps,
): Question<PostState> | undefined {
  if (organizationSlug === undefined) return undefined;
  if (!match.route.path.includes("{slug}")) return postState(store, { organizationSlug });
  const slug = slugToFind(match.params["slug"] ?? "");
  return slug === undefined ? undefined : postState(store, { organizationSlug, slug });
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
