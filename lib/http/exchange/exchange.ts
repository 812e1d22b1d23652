import {
  type Caller,
  concludeKey,
  judgeKey,
  type KeyPlan,
  planKey,
  settleKey,
  type Verification,
} from "../../access/mod.ts";
import { type Awaitable, isPromise } from "../../base/awaitable.ts";
import { ProblemError } from "../problems/problem.ts";
import { malformedBearer, missingKey } from "../problems/refusals.ts";
import { keyForm } from "../../base/secrets/secret_forms.ts";
import { type Answers, runQuestions } from "../../store/mod.ts";
import type { RequestAnsweredEvent } from "./exchange_hooks.ts";
import { countExchange } from "./count_exchange.ts";
import type { ExchangeDeps, ExchangeOptions } from "./exchange_deps.ts";
import { type Authentication, finish } from "./finish.ts";
import type { Incoming, Outgoing } from "../request/incoming.ts";
import { type EndpointPlan, ExchangeRequest, type Match } from "./endpoint.ts";
import type { CountedUses } from "./inner_requests.ts";
import { clientGone, emptyResponse, type PreparedResponse } from "./prepared_response.ts";
import { addressHeader } from "../request/client_address.ts";
import { secondsUntil } from "../response/request_headers.ts";
import { methodsOf } from "../route_methods.ts";
import { unknownPathProblem } from "./unknown_path.ts";
import { reportError } from "../../base/report_error.ts";

/** A request, and the plans for its key and its endpoint. */
interface RequestPlan {
  request: ExchangeRequest;
  /** Undefined for a request without a key. */
  key: KeyPlan | undefined;
  /** Undefined if the path has no endpoint for the method, or if the key is already refused. */
  endpoint: EndpointPlan | undefined;
}

/**
 * Handles requests. It plans a request, runs its questions in one round trip, judges its key, calls its endpoint, and finishes the response.
 * With a synchronous store the response is ready immediately. On the request path, only this file and the store check for promises.
 */
export class Exchange {
  readonly #deps: ExchangeDeps;

  constructor(deps: ExchangeDeps) {
    this.#deps = deps;
  }

  /** Responds to a request with a known route. It never throws or rejects. */
  handle(incoming: Incoming, match: Match): Awaitable<Outgoing> {
    const plan = this.#plan(incoming, match);
    const { key, endpoint } = plan;
    const questions = [...(key?.questions ?? []), ...(endpoint?.questions ?? [])];
    const mayBeStale = key === undefined && !match.surface.needsKey;
    const answers = runQuestions(this.#deps.store, questions, key?.counter, mayBeStale);
    return isPromise(answers)
      ? answers.then((found) => this.#conclude(plan, found))
      : this.#conclude(plan, answers);
  }

  /** Responds to a request for a path outside all surfaces. */
  refuse(incoming: Incoming, match: Match, problem: ProblemError): Outgoing {
    const request = new ExchangeRequest(incoming, match, this.#deps);
    return this.#finish(request, match.surface.toProblemResponse(problem), { caller: null });
  }

  /** Responds to a request that is part of a counted request of the caller. It never rejects. */
  async handleInner(incoming: Incoming, match: Match, caller: Caller | null): Promise<PreparedResponse> {
    const request = new ExchangeRequest(incoming, match, this.#deps);
    try {
      const endpoint = match.endpointFor(incoming.method)?.(request);
      const answers = await runQuestions(this.#deps.store, endpoint?.questions ?? [], undefined, false);
      return await request.finished(await callEndpoint({ endpoint, request }, answers, caller));
    } catch (error) {
      const problem = match.surface.toProblem(error);
      if (problem.status >= 500 && !incoming.signal.aborted)
        reportFailure(error, request, this.#deps.options);
      return match.surface.toProblemResponse(problem);
    }
  }

  /** Counts further uses of the key of a request, up to its limits. The store merges the counts of concurrent uses. */
  async countFurther(request: ExchangeRequest, uses: number): Promise<CountedUses> {
    const used = await Promise.all(Array.from({ length: uses }, async () => this.#countUse(request)));
    const refused = used.find((verification) => !verification.accepted);
    const remaining = used.flatMap(({ quota }) => quota ?? []);
    request.quotaAfter = remaining.toSorted((one, other) => one.remaining - other.remaining)[0];
    const accepted = used.filter((verification) => verification.accepted).length;
    return { accepted, refusal: refused?.accepted === false ? this.#problemOf(refused) : undefined };
  }

  async #countUse(request: ExchangeRequest): Promise<Verification> {
    const { key } = this.#plan(request.incoming, request.match);
    const { questions, counter } = key ?? { questions: [], counter: undefined };
    const answers = await runQuestions(this.#deps.store, questions, counter, false);
    const verification = await this.#judge({ key, request }, answers);
    if (verification === undefined) throw missingKey;
    return verification;
  }

  /** Plans a request. It does not read the store, and never throws: an error in the request is sent after the key is judged. */
  #plan(incoming: Incoming, match: Match): RequestPlan {
    const request = new ExchangeRequest(incoming, match, this.#deps);
    let key: KeyPlan | undefined;
    try {
      const named = incoming.headers.get("x-api-key");
      const text = named === null && match.route.acceptsBearer === true ? bearerOf(incoming) : named;
      if (text !== null) key = planKey(text, request, this.#deps.keys);
      if (key?.kind === "refused") return { request, key, endpoint: undefined };
      if (key?.kind === "cached") request.keyOrganization = key.credential.stored.data.organizationSlug;
      return { request, key, endpoint: match.endpointFor(incoming.method)?.(request) };
    } catch (error) {
      return { request, key, endpoint: { questions: [], respond: () => fail(error) } };
    }
  }

  #conclude(plan: RequestPlan, answers: Answers): Awaitable<Outgoing> {
    const authentication: Authentication = { caller: null };
    try {
      const verification = this.#judge(plan, answers);
      if (isPromise(verification)) return this.#concludeLater(plan, answers, verification);
      this.#admit(verification, authentication);
      const response = this.#answer(plan, answers, authentication.caller);
      return isPromise(response)
        ? this.#sendLater(plan, response, authentication)
        : this.#send(plan, response, authentication);
    } catch (error) {
      return this.#fail(plan, error, authentication);
    }
  }

  /** Concludes a request whose key is not cached or has changed. */
  async #concludeLater(
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

  /** Judges the key. Returns undefined for a request without a key. */
  #judge(
    { key, request }: Pick<RequestPlan, "key" | "request">,
    answers: Answers,
  ): Awaitable<Verification> | undefined {
    const { keys } = this.#deps;
    if (key === undefined) return undefined;
    if (key.kind === "refused") return concludeKey(key.refusal, key, { request, deps: keys });
    const judged = key.kind === "cached" ? judgeKey(key, answers, request, keys) : null;
    if (judged !== null) return concludeKey(judged, key, { request, deps: keys });
    return settleKey(key, answers, request, keys).then((settled) =>
      concludeKey(settled, key, { request, deps: keys }),
    );
  }

  /** Records the quota and the caller, or throws the problem of a refused key. */
  #admit(verification: Verification | undefined, authentication: Authentication): void {
    if (verification === undefined) return;
    authentication.quota = verification.quota;
    if (verification.accepted) {
      authentication.caller = verification.caller;
      return;
    }
    authentication.refusedKey = verification.key;
    throw this.#problemOf(verification);
  }

  #problemOf({ reason, retryAt }: Extract<Verification, { accepted: false }>): ProblemError {
    const { refusals, options } = this.#deps;
    const retryAfter = retryAt === undefined ? undefined : secondsUntil(retryAt, options.clock.now());
    return refusals.problemOf(reason, retryAfter);
  }

  #answer(plan: RequestPlan, answers: Answers, caller: Caller | null): Awaitable<PreparedResponse> {
    const { match, incoming } = plan.request;
    if (match.pattern === undefined) throw unknownPathProblem(match.path);
    if (incoming.method === "OPTIONS") return describeCall(plan.request);
    if (match.surface.needsKey) return this.#answerMember(plan, answers, caller);
    return callEndpoint(plan, answers, caller);
  }

  /** Calls the endpoint if the key's organization still exists. The check comes before a 405, which reveals the methods of a path. */
  async #answerMember(plan: RequestPlan, answers: Answers, caller: Caller | null): Promise<PreparedResponse> {
    if (caller === null) throw missingKey;
    await plan.request.organizationOf(caller, answers, this.#deps.store);
    return callEndpoint(plan, answers, caller);
  }

  #fail(plan: RequestPlan, error: unknown, authentication: Authentication): Awaitable<Outgoing> {
    const { request, endpoint } = plan;
    const { surface } = request.match;
    const recovered = authentication.caller === null ? endpoint?.recover?.(error) : undefined;
    const problem = surface.toProblem(error);
    if (problem.status >= 500 && request.incoming.signal.aborted) {
      return this.#send(plan, emptyResponse(clientGone), authentication);
    }
    if (problem.status >= 500) reportFailure(error, request, this.#deps.options);
    return this.#send(plan, recovered ?? surface.toProblemResponse(problem), authentication);
  }

  #send(
    { request }: RequestPlan,
    response: PreparedResponse,
    authentication: Authentication,
  ): Awaitable<Outgoing> {
    if (request.quotaAfter !== undefined) authentication.quota = request.quotaAfter;
    const outgoing = this.#finish(request, response, authentication);
    const { insight } = this.#deps;
    if (insight) request.keep(countExchange(insight, request, { outgoing, authentication }));
    if (request.workTime !== "process" && canChange(request)) request.keep(this.#deps.settleChanges());
    return request.finished(outgoing);
  }

  #finish(request: ExchangeRequest, response: PreparedResponse, authentication: Authentication): Outgoing {
    const outgoing = finish(response, request, authentication);
    if (this.#deps.options.hooks["request.answered"] !== undefined) this.#notifyAnswered(request, outgoing);
    return outgoing;
  }

  #notifyAnswered(request: ExchangeRequest, { status, headers, body }: Outgoing): void {
    const { incoming, about, now } = request;
    const { options, emit } = this.#deps;
    const event: RequestAnsweredEvent = {
      get request() {
        return incoming.request;
      },
      method: incoming.method,
      status,
      milliseconds: options.clock.now() - now,
      bytes: body === null ? 0 : Number(headers.get("content-length") ?? 0),
    };
    if (about.route !== undefined) event.route = about.route;
    if (about.keyId !== undefined) event.keyId = about.keyId;
    if (about.organizationSlug !== undefined) event.organizationSlug = about.organizationSlug;
    if (about.code !== undefined) event.code = about.code;
    request.keep(emit("request.answered", event), { mayEnd: true });
  }
}

/** True for methods that are not safe (RFC 9110, section 9.2.1). */
function canChange({ incoming: { method } }: ExchangeRequest): boolean {
  return method !== "GET" && method !== "HEAD" && method !== "OPTIONS";
}

function fail(error: unknown): never {
  throw error;
}

/**
 * Returns the key of a bearer token (RFC 6750, section 2.1), or null for another scheme.
 *
 * @throws {ProblemError} if the scheme has no token, or a key has no scheme
 */
function bearerOf({ headers }: Incoming): string | null {
  const value = headers.get("authorization") ?? "";
  const token = /^bearer\s+(\S+)$/i.exec(value)?.[1];
  if (token !== undefined) return token;
  if (/^bearer(?![\w-])/i.test(value) || value.search(keyForm) !== -1) throw malformedBearer;
  return null;
}

function callEndpoint(
  { endpoint, request }: Pick<RequestPlan, "endpoint" | "request">,
  answers: Answers,
  caller: Caller | null,
): Awaitable<PreparedResponse> {
  if (endpoint !== undefined) return endpoint.respond(answers, caller);
  const allow = allowedMethods(request.match);
  throw new ProblemError("method-not-allowed", `The path supports ${allow}`, { headers: { allow } });
}

/** Responds to OPTIONS with the methods of the path, and with the client's address as key networks and limits see it. */
function describeCall(request: ExchangeRequest): PreparedResponse {
  const address = request.findExactAddress() ?? "unknown";
  return emptyResponse(204, { allow: allowedMethods(request.match), [addressHeader]: address });
}

function allowedMethods({ route }: Match): string {
  return methodsOf(route).join(", ");
}

/** Reports an error to the host, and records it for logs. */
function reportFailure(
  error: unknown,
  { about, incoming }: ExchangeRequest,
  { onError }: ExchangeOptions,
): void {
  about.error = error;
  reportError(error, () => incoming.request, onError);
}
