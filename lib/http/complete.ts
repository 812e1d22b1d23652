import type { Quota } from "../access/mod.ts";
import { type Answer, asComplete, type CompleteAnswer, problemAnswer } from "./answer.ts";
import { emptyRateLimit, setRateLimitHeaders } from "./authenticate.ts";
import { setCacheHeaders } from "./cache_headers.ts";
import { isFresh, isPreconditionFailed, toNotModified, withEtag } from "./conditional.ts";
import { constantCorsHeaders, setCorsHeaders } from "./cors.ts";
import type { HttpDeps } from "./http_deps.ts";
import type { Route } from "./match_route.ts";
import { ProblemError } from "./problem.ts";

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

const preconditionFailed = new ProblemError(
  "precondition-failed",
  "The current version is not the one that If-Match or If-Unmodified-Since names",
);

/** Completes a handler's answer: adds validators and common headers, or replaces it by a 304 or a 412. */
export function complete(answer: Answer, completion: Completion, deps: HttpDeps): CompleteAnswer {
  const { request, now, quota, route } = completion;
  const { options } = deps;
  const { cors } = options;
  const { headers: sent } = request;
  const prepared = prepare(answer, quota === undefined ? "open" : "counted", options);
  if (isPreconditionFailed(prepared.answer, sent)) {
    if (answer.body instanceof ReadableStream) void answer.body.cancel();
    return complete(problemAnswer(preconditionFailed, options.basePath), completion, deps);
  }
  const {
    status,
    headers: common,
    body,
  } = isFresh(prepared.answer, sent, now) ? prepared.notModified : prepared.whole;
  const headers = common.copy();
  if (prepared.modified > now) {
    headers.set("last-modified", new Date(prepared.modified - 1000).toUTCString());
  }
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
  /** The time of `Last-Modified`, which must not be later than the response (RFC 9110, section 8.8.2.1); NaN without one. */
  readonly modified: number;
  #notModified: CompleteAnswer | undefined;

  constructor(answer: Answer) {
    this.answer = answer;
    this.whole = asComplete(answer);
    const date = answer.headers["last-modified"];
    this.modified = date === undefined ? NaN : Date.parse(date);
  }

  get notModified(): CompleteAnswer {
    return (this.#notModified ??= asComplete(toNotModified(this.answer)));
  }
}

/**
 * The readers of a response: those of one key with its quota, or everyone. A key without a quota was refused, and no cache keeps a refusal.
 */
type Audience = "counted" | "open";

/** Of answers that are given again and again. */
const preparedAnswers: Record<Audience, WeakMap<Answer, Prepared>> = {
  counted: new WeakMap(),
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
