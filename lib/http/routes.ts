import type { AdapterRequestContext } from "@hattip/core";
import type { Caller } from "../access/mod.ts";
import { andThen, type Awaitable, isPromise, settle } from "../awaitable.ts";
import { acceptLightRequests } from "../light_request.ts";
import { addKnowledge } from "./add_knowledge.ts";
import { createAdminHandler } from "./admin/create_admin_handler.ts";
import { type Answer, emptyAnswer, responseClassOf, toResponse } from "./answer.ts";
import { answerFailure } from "./answer_failure.ts";
import { ApiRequest } from "./api_request.ts";
import type { Authentication } from "./authenticate.ts";
import type { ComposableHandler } from "./composable_handler.ts";
import { complete } from "./complete.ts";
import { getAtom, getJsonFeed, getRss } from "./feeds.ts";
import { getDocs, getDocsStylesheet, getOpenApi, getProblemDocs } from "./get_documentation.ts";
import { getPost } from "./get_post.ts";
import type { HttpDeps } from "./http_deps.ts";
import { listPosts } from "./list_posts.ts";
import { getLlmsTxt } from "./llms_txt.ts";
import { matchAddresses } from "./match_address.ts";
import { createMatcher, type Route, unknownPath } from "./match_route.ts";
import { createPassOn, passOnBelowRoot, unknownPathProblem } from "./pass_on.ts";
import { isBelow, pathOf } from "./path.ts";
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

/** The path that all endpoints are below. */
const publicPath = "/api/public/v1";

/** The handler of all endpoints. It passes on what is not its own. */
export function createHandler(deps: HttpDeps): ComposableHandler {
  const { basePath, adminApi } = deps.options;
  const find = matchAddresses(createMatcher({ basePath, root: `${publicPath}/` }, routes));
  const answerOther = adminApi ? createAdminHandler(deps) : createPassOn(deps);
  const handler = (context: AdapterRequestContext): Awaitable<Response | undefined> => {
    const match = find(context.request.url);
    return match === undefined ? answerUnknown(context) : answer(new ApiRequest(context, match, deps));
  };
  return acceptLightRequests(handler as ComposableHandler);

  /** The key of a request below the root counts, also where no route has the path. */
  function answerUnknown(context: AdapterRequestContext): Awaitable<Response | undefined> {
    const path = pathOf(context.request.url);
    if (!isBelow(path, basePath + publicPath)) return answerOther(context);
    return passOnBelowRoot(context, () => answer(new ApiRequest(context, unknownPath(path), deps)));
  }
}

function answer(request: ApiRequest): Awaitable<Response> {
  return settle(request, dispatch, finish, fail);
}

/** Where it is known at once that the key is refused, no handler begins: a flood of such requests costs less than what they ask for. */
function dispatch(request: ApiRequest): Awaitable<Answer> {
  const { authentication } = request;
  if (!isPromise(authentication) && authentication.refusal !== undefined) {
    return refuse(authentication.refusal, request);
  }
  const handler = handlerOf(request.match.route, request.request.method);
  if (handler !== undefined) return handler(request, request.deps);
  return andThen(request.admitted(), tellMethods, request);
}

function tellMethods(_caller: Caller | null, { request, match }: ApiRequest): Answer {
  if (match.pattern === undefined) throw unknownPathProblem(request.url);
  const allow = methodsOf(match.route).join(", ");
  if (request.method === "OPTIONS") return emptyAnswer(204, { allow });
  throw new ProblemError("method-not-allowed", `The path answers ${allow}`, { headers: { allow } });
}

function finish(answered: Answer, apiRequest: ApiRequest): Awaitable<Response> {
  return andThen(apiRequest.authentication, respond, { answered, apiRequest });
}

function respond(
  { caller, quota }: Authentication,
  { answered, apiRequest }: { answered: Answer; apiRequest: ApiRequest },
): Response {
  const { request, now, match, deps } = apiRequest;
  const { route, pattern } = match;
  const whole = complete(answered, { request, now, quota, route }, deps);
  tellAnswered(deps, { request, route: pattern, startedAt: now, answer: whole, caller });
  return toResponse(whole, responseClassOf(apiRequest.context));
}

/** A handler can fail before it asks for the caller: a refused key is what to tell then. */
function fail(thrown: unknown, apiRequest: ApiRequest): Awaitable<Response> {
  return andThen(apiRequest.authentication, ({ refusal: error = thrown }) =>
    finish(refuse(error, apiRequest), apiRequest),
  );
}

function refuse(error: unknown, { request, deps }: ApiRequest): Answer {
  return answerFailure(toProblem(error), { error, request }, deps);
}
