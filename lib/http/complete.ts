import type { Quota } from "../access/mod.ts";
import { type Answer, asComplete, type CompleteAnswer } from "./answer.ts";
import { emptyRateLimit, setRateLimitHeaders } from "./authenticate.ts";
import { setCacheHeaders } from "./cache_headers.ts";
import { isFresh, toNotModified, withEtag } from "./conditional.ts";
import { constantCorsHeaders, setCorsHeaders } from "./cors.ts";
import type { HttpDeps } from "./http_deps.ts";
import type { Route } from "./match_route.ts";

/** What an answer is completed for. */
export interface Completion {
  request: Request;
  /** Milliseconds since the epoch. */
  now: number;
  /** What is left of the caller's quota, where there is one. */
  quota: Quota | undefined;
  /** That of its path: a preflight is told its methods. */
  route: Route;
}

/** Makes a response's answer of what a handler answers: with validators, or as a 304, and with what all answers say. */
export function complete(
  answer: Answer,
  { request, now, quota, route }: Completion,
  { options }: HttpDeps,
): CompleteAnswer {
  const { cors } = options;
  const { headers: sent } = request;
  const audience = quota !== undefined ? "counted" : sent.has("x-api-key") ? "keyed" : "open";
  const prepared = prepare(answer, audience, options);
  const {
    status,
    headers: common,
    body,
  } = isFresh(prepared.answer, sent) ? prepared.notModified : prepared.whole;
  const headers = common.copy();
  setCorsHeaders(headers, request, cors, route);
  if (quota !== undefined) setRateLimitHeaders(headers, quota, now);
  const completed: CompleteAnswer = { status, headers, body: request.method === "HEAD" ? null : body };
  if (answer.isShared === true) completed.isShared = true;
  if (answer.code !== undefined) completed.code = answer.code;
  return completed;
}

/** An answer with what it says to everyone with a key, or to everyone without. */
class Prepared {
  readonly answer: Answer;
  readonly whole: CompleteAnswer;
  #notModified: CompleteAnswer | undefined;

  constructor(answer: Answer) {
    this.answer = answer;
    this.whole = asComplete(answer);
  }

  get notModified(): CompleteAnswer {
    return (this.#notModified ??= asComplete(toNotModified(this.answer)));
  }
}

/** Whom an answer is for: who has a quota, who sent a key that has none, or everyone. */
type Audience = "counted" | "keyed" | "open";

/** Of answers that are given again and again. */
const preparedAnswers: Record<Audience, WeakMap<Answer, Prepared>> = {
  counted: new WeakMap(),
  keyed: new WeakMap(),
  open: new WeakMap(),
};

function prepare(answer: Answer, audience: Audience, options: HttpDeps["options"]): Prepared {
  const kept = preparedAnswers[audience];
  const isKept = answer.isShared === true;
  const known = isKept ? kept.get(answer) : undefined;
  if (known !== undefined) return known;
  const prepared = new Prepared(withConstantHeaders(withEtag(answer), audience, options));
  if (isKept) kept.set(answer, prepared);
  return prepared;
}

/** Adds the headers that depend on the options and the audience only: for caches, and for pages of other origins. */
export function withConstantHeaders(
  answer: Answer,
  audience: Audience,
  { cache, cors }: HttpDeps["options"],
): Answer {
  // `setRateLimitHeaders` finds the headers that it overwrites at the front.
  const headers = Object.assign({}, audience === "counted" ? emptyRateLimit : undefined, answer.headers);
  const readers = { hasKey: audience !== "open", isCrossOrigin: cors.origins !== "*" };
  setCacheHeaders(headers, answer.status, readers, cache);
  return { ...answer, headers: Object.assign(headers, constantCorsHeaders(cors)) };
}
