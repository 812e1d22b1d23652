import {
  type Caller,
  judgeKey,
  type KeyPlan,
  planBearer,
  planKey,
  type Verification,
} from "../../access/mod.ts";
import { andThen, type Awaitable, orElse } from "../../base/awaitable.ts";
import type { ProblemError } from "../problems/problem.ts";
import { malformedBearer, missingKey } from "../problems/refusals.ts";
import { keyForm } from "../../base/secrets/secret_forms.ts";
import { type Answers, runQuestions } from "../../store/mod.ts";
import type { RequestAnsweredEvent } from "./exchange_hooks.ts";
import { countExchange } from "./count_exchange.ts";
import type { ExchangeDeps, ExchangeOptions } from "./exchange_deps.ts";
import { type Authentication, finish, secondsUntil } from "./finish.ts";
import type { Incoming, Outgoing } from "../request/incoming.ts";
import { type EndpointPlan, ExchangeRequest, type Match } from "./endpoint.ts";
import type { CountedUses } from "./inner_requests.ts";
import { clientGone, emptyResponse, type PreparedResponse } from "./prepared_response.ts";
import { addressHeader } from "../request/client_address.ts";
import { unknownPathProblem } from "./unknown_path.ts";
import { reportError } from "../../base/report_error.ts";

/** A request, and the plans for its key and its endpoint. */
interface RequestPlan {
  request: ExchangeRequest;
  /** Undefined for a request without a key. */
  key: KeyPlan | undefined;
  endpoint: EndpointPlan;
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
    const questions = [...(key?.questions ?? []), ...endpoint.questions];
    const mayBeStale = key === undefined && !match.surface.needsKey;
    const answers = runQuestions(this.#deps.store, questions, key?.counter, mayBeStale);
    return andThen(answers, (found) => this.#conclude(plan, found));
  }

  /** Responds to a request for a path outside all surfaces. */
  refuse(incoming: Incoming, match: Match, problem: ProblemError): Awaitable<Outgoing> {
    const request = new ExchangeRequest(incoming, match, this.#deps);
    return this.#send(request, match.surface.toProblemResponse(problem), { caller: null });
  }

  /** Responds to a request that is part of a counted request of the caller. It never rejects. */
  async handleInner(incoming: Incoming, match: Match, caller: Caller | null): Promise<PreparedResponse> {
    const request = new ExchangeRequest(incoming, match, this.#deps);
    try {
      const endpoint = match.plan(request);
      const answers = await runQuestions(this.#deps.store, endpoint.questions);
      return await request.finished(await endpoint.respond(answers, caller));
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
    if (key === undefined) throw missingKey;
    const answers = await runQuestions(this.#deps.store, key.questions, key.counter);
    return judgeKey(key, answers, request, this.#deps.keys);
  }

  /** Plans a request. It does not read the store, and never throws: an error in the request is sent after the key is judged. */
  #plan(incoming: Incoming, match: Match): RequestPlan {
    const request = new ExchangeRequest(incoming, match, this.#deps);
    let key: KeyPlan | undefined;
    try {
      if (match.surface.ignoresKeys === true) return { request, key, endpoint: match.plan(request) };
      const named = incoming.headers.get("x-api-key");
      const { acceptsBearer } = match.route;
      const text = named === null && acceptsBearer !== undefined ? bearerOf(incoming) : named;
      const plan = named === null && acceptsBearer === "tokens" ? planBearer : planKey;
      if (text !== null) key = plan(text, request, this.#deps.keys);
      if (key?.kind === "refused") return { request, key, endpoint: unplanned };
      if (key?.kind === "cached") request.keyOrganization = key.credential.stored.data.organizationSlug;
      return { request, key, endpoint: match.plan(request) };
    } catch (error) {
      return { request, key, endpoint: { questions: [], respond: () => fail(error) } };
    }
  }

  #conclude(plan: RequestPlan, answers: Answers): Awaitable<Outgoing> {
    const { key, request } = plan;
    const authentication: Authentication = { caller: null };
    return orElse(
      () => {
        const verified = key && judgeKey(key, answers, request, this.#deps.keys);
        const response = andThen(verified, (verification) => {
          authentication.quota = verification?.quota;
          if (verification?.accepted === true) authentication.caller = verification.caller;
          if (verification?.accepted === false) authentication.refusedKey = verification.key;
          return this.#answer(plan, answers, verification);
        });
        return andThen(response, (prepared) => this.#send(request, prepared, authentication));
      },
      (error) => this.#fail(plan, error, authentication),
    );
  }

  #problemOf({ reason, retryAt }: Extract<Verification, { accepted: false }>): ProblemError {
    const { refusals, options } = this.#deps;
    const retryAfter = retryAt === undefined ? undefined : secondsUntil(retryAt, options.clock.now());
    return refusals.problemOf(reason, retryAfter);
  }

  /** @throws {ProblemError} the problem of a refused key */
  #answer(
    plan: RequestPlan,
    answers: Answers,
    verification: Verification | undefined,
  ): Awaitable<PreparedResponse> {
    if (verification?.accepted === false) throw this.#problemOf(verification);
    const caller = verification?.caller ?? null;
    const { match, incoming } = plan.request;
    if (match.pattern === undefined) throw unknownPathProblem(match.path);
    if (incoming.method === "OPTIONS") return describeCall(plan.request);
    if (match.surface.needsKey) return this.#answerMember(plan, answers, caller);
    return plan.endpoint.respond(answers, caller);
  }

  /** Calls the endpoint if the key's organization still exists. The check comes before a 405, which reveals the methods of a path. */
  async #answerMember(plan: RequestPlan, answers: Answers, caller: Caller | null): Promise<PreparedResponse> {
    if (caller === null) throw missingKey;
    await plan.request.organizationOf(caller, answers, this.#deps.store);
    return plan.endpoint.respond(answers, caller);
  }

  #fail(plan: RequestPlan, error: unknown, authentication: Authentication): Awaitable<Outgoing> {
    const { request, endpoint } = plan;
    const { surface } = request.match;
    const recovered = authentication.caller === null ? endpoint.recover?.(error) : undefined;
    const problem = surface.toProblem(error);
    if (problem.status >= 500 && request.incoming.signal.aborted) {
      return this.#send(request, emptyResponse(clientGone), authentication);
    }
    if (problem.status >= 500) reportFailure(error, request, this.#deps.options);
    const response = recovered ?? surface.toProblemResponse(problem);
    const { challenge } = request.match.route;
    const isChallenged = response.status === 401 && challenge !== undefined;
    const headers = isChallenged ? { "www-authenticate": challenge(request) } : undefined;
    return this.#send(request, headers ? response.withHeaders(headers) : response, authentication);
  }

  #send(
    request: ExchangeRequest,
    response: PreparedResponse,
    authentication: Authentication,
  ): Awaitable<Outgoing> {
    const { insight, options, settleChanges } = this.#deps;
    if (request.quotaAfter !== undefined) authentication.quota = request.quotaAfter;
    const outgoing = finish(response, request, authentication);
    if (options.hooks["request.answered"] !== undefined) this.#notifyAnswered(request, outgoing);
    const counting = insight && countExchange(insight, request, { outgoing, authentication });
    if (counting !== undefined) request.keep(counting);
    if (request.workTime !== "process" && canChange(request)) request.keep(settleChanges());
    return request.finished(outgoing);
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

/** The endpoint of a request whose key is refused. */
const unplanned: EndpointPlan = { questions: [], respond: () => fail(missingKey) };

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

/** Responds to OPTIONS with the methods of the path, and with the client's address as key networks and limits see it. */
function describeCall(request: ExchangeRequest): PreparedResponse {
  const address = request.findExactAddress() ?? "unknown";
  return emptyResponse(204, { allow: request.match.allowedMethods, [addressHeader]: address });
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
