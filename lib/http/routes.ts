import type { AdapterRequestContext, HattipHandler } from "@hattip/core";
import { andThen, type Awaitable, settle } from "../awaitable.ts";
import { addKnowledge } from "./add_knowledge.ts";
import { adminPath } from "./admin/admin_route.ts";
import { adminRoutes } from "./admin/admin_routes.ts";
import { answerAdmin } from "./admin/answer_admin.ts";
import {
  type Answer,
  asComplete,
  emptyAnswer,
  problemAnswer,
  responseClassOf,
  toResponse,
} from "./answer.ts";
import { answerFailure } from "./answer_failure.ts";
import { ApiRequest } from "./api_request.ts";
import { complete } from "./complete.ts";
import { getAtom, getJsonFeed, getRss } from "./feeds.ts";
import { getDocs, getDocsStylesheet, getOpenApi, getProblemDocs } from "./get_documentation.ts";
import { getPost } from "./get_post.ts";
import type { HttpDeps } from "./http_deps.ts";
import { listPosts } from "./list_posts.ts";
import { getLlmsTxt } from "./llms_txt.ts";
import { matchAddresses } from "./match_address.ts";
import { createMatcher, type Match, type Route } from "./match_route.ts";
import { pathOf } from "./path.ts";
import { ProblemError } from "./problem.ts";
import { handlerOf, methodsOf } from "./route_methods.ts";
import { getOrganizationSitemap, getPostSitemap } from "./sitemaps.ts";
import { tellAnswered } from "./tell_answered.ts";
import { toProblem } from "./to_problem.ts";

/** The endpoints of the specification, the feeds, and what the API says of itself. The first that matches answers, so `sitemap` is no post. */
const routes: readonly Route[] = [
  { path: "post/{organizationSlug}/sitemap", GET: getPostSitemap },
  { path: "post/{organizationSlug}/{slug}", GET: getPost },
  { path: "post/{organizationSlug}", GET: listPosts },
  { path: "sitemap/{organizationSlug}", GET: getOrganizationSitemap },
  { path: "knowledge-base", POST: addKnowledge },
  { path: "feed/{organizationSlug}/rss.xml", GET: getRss },
  { path: "feed/{organizationSlug}/atom.xml", GET: getAtom },
  { path: "feed/{organizationSlug}/feed.json", GET: getJsonFeed },
  { path: "llms/{organizationSlug}", GET: getLlmsTxt },
  { path: "openapi.json", GET: getOpenApi },
  { path: "docs", GET: getDocs },
  { path: "docs/problems", GET: getProblemDocs },
  { path: "docs/style.css", GET: getDocsStylesheet },
];

/** What the paths of all endpoints begin with. */
const root = "/api/public/v1/";

/** The handler of all endpoints. It passes on what is not its own. */
export function createHandler(deps: HttpDeps): HattipHandler {
  const { basePath, adminApi } = deps.options;
  const find = matchAddresses(createMatcher({ basePath, root }, routes));
  const findAdmin = createMatcher({ basePath, root: adminPath }, adminApi ? adminRoutes : []);
  // Made once: hosts that have more than this API pass much through it.
  const pathNotFound = new ProblemError("path-not-found", "The path is none of this API's");
  const notFound: Answer = { ...problemAnswer(pathNotFound, basePath), isShared: true };
  return (context) => {
    const { url } = context.request;
    const match = find(url);
    if (match !== undefined) return answer(match, context, deps);
    const Class = responseClassOf(context);
    const adminMatch = findAdmin(pathOf(url));
    if (adminMatch !== undefined) {
      return answerAdmin(adminMatch, context, deps).then((answered) => toResponse(answered, Class));
    }
    context.passThrough();
    const startedAt = deps.options.clock.now();
    const { request } = context;
    const whole = asComplete(notFound);
    tellAnswered(deps, { request, route: undefined, startedAt, answer: whole, caller: null });
    return toResponse(whole, Class);
  };
}

function answer(match: Match, context: AdapterRequestContext, deps: HttpDeps): Awaitable<Response> {
  const { route, pattern } = match;
  const Class = responseClassOf(context);
  const apiRequest = new ApiRequest(context, match, deps);
  const { request, now } = apiRequest;
  const finish = (answered: Answer): Awaitable<Response> =>
    andThen(apiRequest.authentication, ({ caller, quota }) => {
      const whole = complete(answered, { request, now, quota, methods: () => methodsOf(route) }, deps);
      tellAnswered(deps, { request, route: pattern, startedAt: now, answer: whole, caller });
      return toResponse(whole, Class);
    });
  // A handler can fail before it asks for the caller: a refused key is what to tell then.
  const fail = (thrown: unknown): Awaitable<Response> =>
    andThen(apiRequest.authentication, ({ refusal: error = thrown }) =>
      finish(answerFailure(toProblem(error), { error, request }, deps)),
    );
  return settle(() => dispatch(route, apiRequest, deps), finish, fail);
}

function dispatch(route: Route, apiRequest: ApiRequest, deps: HttpDeps): Awaitable<Answer> {
  const { method } = apiRequest.request;
  const handler = handlerOf(route, method);
  if (handler !== undefined) return handler(apiRequest, deps);
  return andThen(apiRequest.admitted(), () => {
    const allow = methodsOf(route).join(", ");
    if (method === "OPTIONS") return emptyAnswer(204, { allow });
    throw new ProblemError("method-not-allowed", `The path answers ${allow}`, { headers: { allow } });
  });
}
