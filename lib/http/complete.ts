import type { Quota } from "../access/mod.ts";
import { type Answer, asComplete, type CompleteAnswer } from "./answer.ts";
import { emptyRateLimit, setRateLimitHeaders } from "./authenticate.ts";
import { setCacheHeaders } from "./cache_headers.ts";
import { isFresh, toNotModified, withEtag } from "./conditional.ts";
import { setCorsHeaders } from "./cors.ts";
import type { HttpDeps } from "./http_deps.ts";

/** What an answer is completed for. */
export interface Completion {
  request: Request;
  /** Milliseconds since the epoch. */
  now: number;
  /** What is left of the caller's quota, where there is one. */
  quota: Quota | undefined;
  /** The methods that the path answers. */
  methods: () => readonly string[];
}

/** Makes a response's answer of what a handler answers: with validators, or as a 304, and with what all answers say. */
export function complete(
  answer: Answer,
  { request, now, quota, methods }: Completion,
  { options }: HttpDeps,
): CompleteAnswer {
  const { cors } = options;
  const { headers: sent } = request;
  const hasQuota = quota !== undefined;
  const prepared = prepare(answer, { hasKey: hasQuota || sent.has("x-api-key"), hasQuota }, options);
  const {
    status,
    headers: common,
    body,
  } = isFresh(prepared.answer, sent) ? prepared.notModified : prepared.whole;
  const headers = common.copy();
  setCorsHeaders(headers, sent, cors, methods);
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

interface Audience {
  hasKey: boolean;
  hasQuota: boolean;
}

/** Of answers that are given again and again: those to who has a quota, to who sent a key that has none, and to everyone. */
const preparedAnswers = {
  counted: new WeakMap<Answer, Prepared>(),
  keyed: new WeakMap<Answer, Prepared>(),
  open: new WeakMap<Answer, Prepared>(),
};

function prepare(
  answer: Answer,
  { hasKey, hasQuota }: Audience,
  { cache, cors }: HttpDeps["options"],
): Prepared {
  const { counted, keyed, open } = preparedAnswers;
  const kept = hasQuota ? counted : hasKey ? keyed : open;
  const isKept = answer.isShared === true;
  const known = isKept ? kept.get(answer) : undefined;
  if (known !== undefined) return known;
  const whole = withEtag(answer);
  // What is written over each time is found first.
  const headers: Record<string, string> = hasQuota
    ? { ...emptyRateLimit, ...whole.headers }
    : { ...whole.headers };
  setCacheHeaders(headers, whole.status, { hasKey, isCrossOrigin: cors.origins !== "*" }, cache);
  const prepared = new Prepared({ ...whole, headers });
  if (isKept) kept.set(answer, prepared);
  return prepared;
}
