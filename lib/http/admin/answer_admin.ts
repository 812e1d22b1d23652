import type { AdapterRequestContext } from "@hattip/core";
import type { Caller, Quota, VerificationContext } from "../../access/mod.ts";
import { actorOfKey } from "../../admin/mod.ts";
import { type Answer, asComplete, type CompleteAnswer, emptyAnswer } from "../answer.ts";
import { answerFailure } from "../answer_failure.ts";
import { authenticate, setRateLimitHeaders } from "../authenticate.ts";
import { isFresh, toNotModified } from "../conditional.ts";
import type { HttpDeps } from "../http_deps.ts";
import type { Match } from "../match_route.ts";
import { unknownPathProblem } from "../pass_on.ts";
import { ProblemError } from "../problem.ts";
import { refuseQuery } from "../query_parameters.ts";
import { requireOrganization } from "../read_organization.ts";
import { missingKey } from "../refusals.ts";
import { handlerOf, methodsOf } from "../route_methods.ts";
import { tellAnswered } from "../tell_answered.ts";
import type { AdminRoute } from "./admin_route.ts";
import { toAdminProblem } from "./to_admin_problem.ts";

/**
 * Answers a request to the admin API. A key is verified and counted before anything else is done; a request without a key learns nothing
 * but the paths and their methods. No cache keeps the answers, and no page of another origin may read them.
 */
export async function answerAdmin(
  match: Match<AdminRoute>,
  context: AdapterRequestContext,
  deps: HttpDeps,
): Promise<CompleteAnswer> {
  const { request } = context;
  const startedAt = deps.options.clock.now();
  const told: Told = { caller: null };
  const answered = await dispatch(match, context, deps, told).catch((error: unknown) =>
    answerFailure(toAdminProblem(error), { error, request }, deps),
  );
  const whole = asComplete(
    isFresh(answered, request.headers, startedAt) ? toNotModified(answered) : answered,
  );
  whole.headers.set("cache-control", "no-store");
  if (told.quota !== undefined) setRateLimitHeaders(whole.headers, told.quota, deps.options.clock.now());
  const answer = request.method === "HEAD" ? { ...whole, body: null } : whole;
  tellAnswered(deps, { request, route: match.pattern, startedAt, answer, caller: told.caller });
  return answer;
}

/** What was found out of the caller before the request was answered, well or not. */
interface Told {
  caller: Caller | null;
  quota?: Quota;
}

async function dispatch(
  match: Match<AdminRoute>,
  { request, ip }: AdapterRequestContext,
  deps: HttpDeps,
  told: Told,
): Promise<Answer> {
  const { route } = match;
  const allow = methodsOf(route).join(", ");
  const context: VerificationContext = {
    now: deps.options.clock.now(),
    findAddress: () => deps.findAddress(ip, request.headers),
    findOrganization: (slug) => deps.content.findOrganization(slug),
  };
  const { caller, quota, refusal } = await authenticate(request, deps, context);
  if (quota !== undefined) told.quota = quota;
  if (refusal !== undefined) throw refusal;
  told.caller = caller;
  if (match.pattern === undefined) throw unknownPathProblem(request.url);
  if (request.method === "OPTIONS") return emptyAnswer(204, { allow });
  if (caller === null) throw missingKey;
  requireOrganization(caller, await deps.content.findOrganization(caller.credential.organizationSlug));
  const handler = handlerOf(route, request.method);
  if (handler === undefined) {
    throw new ProblemError("method-not-allowed", `The path answers ${allow}`, { headers: { allow } });
  }
  const url = new URL(request.url);
  if (route.hasQuery !== true || handler !== route.GET) refuseQuery(url.searchParams);
  return handler({ request, url, params: match.params, actor: actorOfKey(caller) }, deps);
}
