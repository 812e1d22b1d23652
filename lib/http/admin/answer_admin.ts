import type { AdapterRequestContext } from "@hattip/core";
import type { Quota, VerificationContext } from "../../access/mod.ts";
import { actorOfKey } from "../../admin/mod.ts";
import { type Answer, emptyAnswer, problemAnswer } from "../answer.ts";
import { authenticate, missingKey, setRateLimitHeaders } from "../authenticate.ts";
import { isFresh, toNotModified } from "../conditional.ts";
import type { HttpDeps } from "../http_deps.ts";
import type { Match } from "../match_route.ts";
import { ProblemError } from "../problem.ts";
import { requireOrganization } from "../read_organization.ts";
import type { AdminHandler, AdminMethod, AdminRoute } from "./admin_route.ts";
import { toAdminProblem } from "./to_admin_problem.ts";

const methods: readonly AdminMethod[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/**
 * Answers a request to the admin API. Its key is verified before anything else is done: who sends none learns nothing but the methods.
 * No cache keeps the answers, and no page of another origin may read them.
 */
export async function answerAdmin(
  match: Match<AdminRoute>,
  context: AdapterRequestContext,
  deps: HttpDeps,
): Promise<Answer> {
  const { request } = context;
  const told: { quota?: Quota } = {};
  const answered = await dispatch(match, context, deps, told).catch((error: unknown) => fail(error, deps));
  const { status, headers, body } = isFresh(answered, request.headers) ? toNotModified(answered) : answered;
  const whole = { ...headers, "cache-control": "no-store" };
  if (told.quota !== undefined) setRateLimitHeaders(whole, told.quota, deps.options.clock.now());
  return { status, headers: whole, body: request.method === "HEAD" ? null : body };
}

async function dispatch(
  match: Match<AdminRoute>,
  { request, ip }: AdapterRequestContext,
  deps: HttpDeps,
  told: { quota?: Quota },
): Promise<Answer> {
  const { route } = match;
  const allow = methodsOf(route).join(", ");
  if (request.method === "OPTIONS") return emptyAnswer(204, { allow });
  const context: VerificationContext = {
    now: deps.options.clock.now(),
    findAddress: () => deps.findAddress(ip, request.headers),
    findOrganization: (slug) => deps.content.findOrganization(slug),
  };
  const { caller, quota, refusal } = await authenticate(request, deps, context);
  if (quota !== undefined) told.quota = quota;
  if (refusal !== undefined) throw refusal;
  if (caller === null) throw missingKey();
  requireOrganization(caller, await deps.content.findOrganization(caller.credential.organizationSlug));
  const handler = handlerOf(route, request.method);
  if (handler === undefined) {
    throw new ProblemError("method-not-allowed", `The path answers ${allow}`, { headers: { allow } });
  }
  const url = new URL(request.url);
  return handler({ request, url, params: match.params, actor: actorOfKey(caller) }, deps);
}

function handlerOf(route: AdminRoute, method: string): AdminHandler | undefined {
  const name = method === "HEAD" ? "GET" : methods.find((one) => one === method);
  return name && route[name];
}

function methodsOf(route: AdminRoute): string[] {
  const own = methods.filter((method) => route[method] !== undefined);
  return [...own.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"];
}

function fail(error: unknown, { options }: HttpDeps): Answer {
  const problem = toAdminProblem(error);
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
