import type { HattipHandler } from "@hattip/core";
import type { Quota } from "../access/mod.ts";
import { createRouter, type RouterContext } from "@hattip/router";
import { addKnowledge } from "./add_knowledge.ts";
import { type Answer, emptyAnswer, problemAnswer, type ResponseClass, toResponse } from "./answer.ts";
import { type Authentication, authenticate, rateLimitHeaders } from "./authenticate.ts";
import { cacheHeaders } from "./cache_headers.ts";
import { conditional, withEtag } from "./conditional.ts";
import { corsHeaders } from "./cors.ts";
import { getPost } from "./get_post.ts";
import type { ApiHandler, ApiRequest, HttpDeps } from "./http_deps.ts";
import { listPosts } from "./list_posts.ts";
import { decodeParams, matchPath } from "./path.ts";
import { ProblemError } from "./problem.ts";
import { getOrganizationSitemap, getPostSitemap } from "./sitemaps.ts";
import { toProblem } from "./to_problem.ts";

interface Route {
  path: string;
  GET?: ApiHandler;
  POST?: ApiHandler;
}

/** The endpoints of the specification. The first that matches answers, so `sitemap` is no post. */
const routes: readonly Route[] = [
  { path: "/api/public/v1/post/{organizationSlug}/sitemap", GET: getPostSitemap },
  { path: "/api/public/v1/post/{organizationSlug}/{slug}", GET: getPost },
  { path: "/api/public/v1/post/{organizationSlug}", GET: listPosts },
  { path: "/api/public/v1/sitemap/{organizationSlug}", GET: getOrganizationSitemap },
  { path: "/api/public/v1/knowledge-base", POST: addKnowledge },
];

/** The handler of all endpoints. It passes on what is not its own. */
export function createHandler(deps: HttpDeps): HattipHandler {
  const { basePath } = deps.options;
  const router = createRouter();
  for (const route of routes) {
    router.use<Record<string, string>>(
      ({ url }) => matchPath(basePath + route.path, url.pathname),
      async (context) => toResponse(await answer(route, context, deps), responseClassOf(context)),
    );
  }
  router.use((context) => {
    context.passThrough();
    const problem = new ProblemError("path-not-found", "The path is none of this API's");
    return toResponse(problemAnswer(problem, basePath), responseClassOf(context));
  });
  return router.buildHandler();
}

async function answer(route: Route, context: RouterContext, deps: HttpDeps): Promise<Answer> {
  const { request } = context;
  const findOrganization = once(deps.content.findOrganization.bind(deps.content));
  const address = deps.findAddress(context.ip, request.headers);
  const authentication = authenticate(request, deps, { address, findOrganization });
  const caller = authentication.then(admit);
  // A handler that fails before it asks for the caller leaves this promise alone: a refused key is what to tell then.
  const refusal = caller.then(
    () => null,
    (error: unknown) => ({ error }),
  );
  const answered = await dispatch(route, context, deps, { caller, findOrganization }).catch(
    async (error: unknown) => fail((await refusal)?.error ?? error, deps),
  );
  const { quota } = await authentication.catch((): Authentication => ({ caller: null }));
  const validated = conditional(withEtag(answered), request.headers);
  const common = commonHeaders(route, request, deps, { ...validated, quota });
  const headers = { ...validated.headers, ...common, vary: varyOf(validated, common) };
  return { ...validated, headers, body: request.method === "HEAD" ? null : validated.body };
}

/** What every answer of a route says of caches, other origins and the quota. */
function commonHeaders(
  route: Route,
  { headers }: Request,
  { options }: HttpDeps,
  { status, quota }: { status: number; quota?: Quota | undefined },
): Record<string, string> {
  const { cache, cors, clock } = options;
  const audience = { hasKey: headers.has("x-api-key"), isCrossOrigin: cors.origins !== "*" };
  return {
    ...cacheHeaders(status, audience, cache),
    ...corsHeaders(headers, cors, methodsOf(route)),
    ...(quota === undefined ? {} : rateLimitHeaders(quota, clock.now())),
  };
}

/** What an answer depends on of itself comes before what all depend on. */
function varyOf({ headers }: Answer, common: Record<string, string>): string {
  return [headers["vary"], common["vary"]].filter((names) => names !== undefined).join(", ");
}

async function dispatch(
  route: Route,
  { request, url, params }: RouterContext,
  deps: HttpDeps,
  lookups: Pick<ApiRequest, "caller" | "findOrganization">,
): Promise<Answer> {
  const handler = handlerOf(route, request.method);
  if (handler !== undefined) return handler({ request, url, params: decodeParams(params), ...lookups }, deps);
  await lookups.caller;
  const allow = methodsOf(route).join(", ");
  if (request.method === "OPTIONS") return emptyAnswer(204, { allow });
  throw new ProblemError("method-not-allowed", `The path answers ${allow}`, { headers: { allow } });
}

/** HEAD is answered wherever GET is, by the same handler (RFC 9110, section 9.3.2). */
function handlerOf(route: Route, method: string): ApiHandler | undefined {
  if (method === "GET" || method === "HEAD") return route.GET;
  return method === "POST" ? route.POST : undefined;
}

function methodsOf(route: Route): string[] {
  return [...(route.GET ? ["GET", "HEAD"] : []), ...(route.POST ? ["POST"] : []), "OPTIONS"];
}

/** Asks for each thing once: who verifies the key and who answers want the same organization. */
function once<Result>(find: (slug: string) => Promise<Result>): (slug: string) => Promise<Result> {
  const found = new Map<string, Promise<Result>>();
  return (slug) => {
    let result = found.get(slug);
    if (result === undefined) found.set(slug, (result = find(slug)));
    return result;
  };
}

function admit({ caller, problem }: Authentication): Authentication["caller"] {
  if (problem !== undefined) throw problem;
  return caller;
}

function fail(error: unknown, { options }: HttpDeps): Answer {
  const problem = toProblem(error);
  if (problem.status >= 500) tell(options, error);
  return problemAnswer(problem, options.basePath);
}

/** What the host's hook throws is no reason to leave the client without an answer. */
function tell({ onError }: HttpDeps["options"], error: unknown): void {
  try {
    onError(error);
  } catch {
    // There is no one left to tell.
  }
}

/** An adapter can hand in a class of its own, where the global one costs more than the answer. */
function responseClassOf({ platform }: { platform: unknown }): ResponseClass | undefined {
  return (platform as { Response?: ResponseClass } | undefined)?.Response;
}
