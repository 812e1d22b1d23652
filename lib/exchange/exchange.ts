import { type Caller, concludeKey, judgeKey, settleKey, type Verification } from "../access/mod.ts";
import { type Awaitable, isPromise } from "../awaitable.ts";
import { ProblemError } from "../problems/problem.ts";
import { missingKey } from "../problems/refusals.ts";
import { requireOrganization } from "../problems/require.ts";
import { type Answers, ask } from "../store/mod.ts";
import type { ExchangeDeps } from "./exchange_deps.ts";
import { type Authentication, finish } from "./finish.ts";
import type { Incoming, Outgoing } from "../http/incoming.ts";
import { ExchangeRequest, type Match } from "./endpoint.ts";
import { notifyAnswered } from "./notify_answered.ts";
import { planRequest, type RequestPlan } from "./plan_request.ts";
import { emptyResponse, type PreparedResponse } from "./prepared_response.ts";
import { reportFailure } from "./report_failure.ts";
import { secondsUntil } from "../http/request_headers.ts";
import { methodsOf } from "../http/route_methods.ts";
import { unknownPathProblem } from "./unknown_path.ts";

/**
 * The life of a request: it is planned, its questions are asked in one round trip, its key is judged, its endpoint responds, and the response is
 * finished. Of the request path, only this file and the store ask whether a result is a promise: with a store that need not wait, the response is ready immediately.
 */
export class Exchange {
  readonly #deps: ExchangeDeps;

  constructor(deps: ExchangeDeps) {
    this.#deps = deps;
  }

  /** Responds to a request whose route was found. It neither throws nor rejects. */
  handle(incoming: Incoming, match: Match): Awaitable<Outgoing> {
    const plan = planRequest(incoming, match, this.#deps);
    const answers = ask(this.#deps.store, plan.questions, plan.counter);
    return isPromise(answers)
      ? answers.then((found) => this.#respond(plan, found))
      : this.#respond(plan, answers);
  }

  /** Responds to a request that no surface has a path for. */
  refuse(incoming: Incoming, match: Match, problem: ProblemError): Outgoing {
    const request = new ExchangeRequest(incoming, match, this.#deps);
    return this.#send({ request }, match.surface.toProblemResponse(problem), { caller: null });
  }

  #respond(plan: RequestPlan, answers: Answers): Awaitable<Outgoing> {
    const authentication: Authentication = { caller: null };
    try {
      const verification = this.#judge(plan, answers);
      if (isPromise(verification)) return this.#respondLater(plan, answers, verification);
      this.#admit(verification, authentication);
      const response = this.#answer(plan, answers, authentication.caller);
      return isPromise(response)
        ? this.#sendLater(plan, response, authentication)
        : this.#send(plan, response, authentication);
    } catch (error) {
      return this.#fail(plan, error, authentication);
    }
  }

  /** For keys that are not cached, or have changed. */
  async #respondLater(
    plan: RequestPlan,
    answers: Answers,
    verification: Promise<Verification>,
  ): Promise<Outgoing> {
    const authentication: Authentication = { caller: null };
    try {
      this.#admit(await verification, authentication);
      const response = await this.#answer(plan, answers, authentication.caller);
      return this.#send(plan, response, authentication);
    } catch (error) {
      return this.#fail(plan, error, authentication);
    }
  }

  async #sendLater(
    plan: RequestPlan,
    response: Promise<PreparedResponse>,
    authentication: Authentication,
  ): Promise<Outgoing> {
    try {
      return this.#send(plan, await response, authentication);
    } catch (error) {
      return this.#fail(plan, error, authentication);
    }
  }

  /** Judges the key. Undefined for none. */
  #judge({ key, request }: RequestPlan, answers: Answers): Awaitable<Verification> | undefined {
    const { keys } = this.#deps;
    if (key === undefined) return undefined;
    if (key.kind === "refused") return concludeKey(key.refusal, key, { request, deps: keys });
    const judged = key.kind === "cached" ? judgeKey(key, answers, keys) : null;
    if (judged !== null) return concludeKey(judged, key, { request, deps: keys });
    return settleKey(key, answers, request, keys).then((settled) =>
      concludeKey(settled, key, { request, deps: keys }),
    );
  }

  /** Notes the caller, or throws the problem of a refused key. */
  #admit(verification: Verification | undefined, authentication: Authentication): void {
    if (verification === undefined) return;
    authentication.quota = verification.quota;
    if (verification.accepted) {
      authentication.caller = verification.caller;
      return;
    }
    const { refusals, options } = this.#deps;
    const { reason, retryAt } = verification;
    const retryAfter = retryAt === undefined ? undefined : secondsUntil(retryAt, options.clock.now());
    throw refusals.problemOf(reason, retryAfter);
  }

  #answer(plan: RequestPlan, answers: Answers, caller: Caller | null): Awaitable<PreparedResponse> {
    const { match, incoming } = plan.request;
    if (match.pattern === undefined) throw unknownPathProblem(match.path);
    if (incoming.method === "OPTIONS") return emptyResponse(204, { allow: allowedMethods(match) });
    if (match.surface.needsKey) return this.#answerMember(plan, answers, caller);
    return callEndpoint(plan, answers, caller);
  }

  /** A surface that needs a key refuses one whose organization is gone, even before it reveals which methods a path supports. */
  async #answerMember(plan: RequestPlan, answers: Answers, caller: Caller | null): Promise<PreparedResponse> {
    if (caller === null) throw missingKey;
    const organization = plan.request.organization(caller.credential.organizationSlug);
    requireOrganization(caller, (await ask(this.#deps.store, [organization])).of(organization));
    return callEndpoint(plan, answers, caller);
  }

  #fail(plan: RequestPlan, error: unknown, authentication: Authentication): Outgoing {
    const { request, endpoint } = plan;
    const { surface } = request.match;
    const recovered = authentication.caller === null ? endpoint?.recover?.(error) : undefined;
    const problem = surface.toProblem(error);
    if (problem.status >= 500) reportFailure(error, request, this.#deps.options);
    return this.#send(plan, recovered ?? surface.toProblemResponse(problem), authentication);
  }

  #send(
    { request }: Pick<RequestPlan, "request">,
    response: PreparedResponse,
    authentication: Authentication,
  ): Outgoing {
    const outgoing = finish(response, request, authentication);
    notifyAnswered(request, outgoing, this.#deps);
    return outgoing;
  }
}

function callEndpoint(
  { endpoint, request }: RequestPlan,
  answers: Answers,
  caller: Caller | null,
): Awaitable<PreparedResponse> {
  if (endpoint !== undefined) return endpoint.respond(answers, caller);
  const allow = allowedMethods(request.match);
  throw new ProblemError("method-not-allowed", `The path answers ${allow}`, { headers: { allow } });
}

function allowedMethods({ route }: Match): string {
  return methodsOf(route).join(", ");
}
