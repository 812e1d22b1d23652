import type { ProblemDetail } from "../../http/mod.ts";
import type { ClientSettings } from "./client_options.ts";
import { type Call, exchange, type Received } from "./exchange.ts";
import { mediaTypeOf } from "./answer.ts";
import { PosternError } from "./postern_error.ts";
import { readQuota } from "./quota.ts";
import { readRetryAfter } from "../../base/time/http_date.ts";
import type { RandomBytes } from "../../base/secrets/random.ts";

/** Statuses of temporary failures. */
const transientStatuses: ReadonlySet<number | undefined> = new Set([408, 429, 500, 502, 503, 504]);

/** Maximum random wait before the first retry, in milliseconds. It doubles with each retry. */
const firstWait = 500;

/** Maximum random wait before any retry, in milliseconds. */
const longestWait = 8000;

/** True if the same request may succeed later. */
function isTransient(error: unknown): error is PosternError {
  if (!(error instanceof PosternError)) return false;
  const { code, status } = error;
  return code === "network-failure" || code === "timeout" || transientStatuses.has(status);
}

/**
 * Returns the milliseconds to wait after an attempt: the server's `Retry-After`, plus a random part of a time that doubles ("full
 * jitter"). Clients that failed at the same time then retry at different times.
 *
 * @param attempt number of the attempt, from 1
 */
function waitAfter(
  attempt: number,
  { retryAfterSeconds = 0 }: PosternError,
  randomBytes: RandomBytes,
): number {
  const [byte = 0] = randomBytes(1);
  return retryAfterSeconds * 1000 + (byte / 256) * Math.min(longestWait, firstWait * 2 ** (attempt - 1));
}

/** Options of sending a request. */
export interface SendOptions {
  /** True if the request is idempotent. */
  isRepeatable: boolean;
  signal: AbortSignal | undefined;
}

/**
 * Sends a request. Retries temporary failures of repeatable requests while attempts and time remain.
 *
 * @throws {PosternError} of the last attempt
 */
export async function send(
  call: Call,
  settings: ClientSettings,
  { isRepeatable, signal }: SendOptions,
): Promise<Received> {
  const { timer, maxAttempts, timeBudgetMs, randomBytes, sleep } = settings;
  const deadline = timer.now() + timeBudgetMs;
  for (let attempt = 1; ; attempt++) {
    const timeoutMs = Math.min(settings.timeoutMs, deadline - timer.now());
    try {
      const received = await exchange(call, settings, { timeoutMs, signal });
      if (received.status >= 200 && received.status < 300) return received;
      throw toError(call, received, settings);
    } catch (error) {
      if (!isRepeatable || attempt === maxAttempts || !isTransient(error)) throw error;
      const wait = waitAfter(attempt, error, randomBytes);
      if (timer.now() + wait >= deadline) throw error;
      await sleep(wait, signal);
    }
  }
}

/** Creates the error of an error response. Removes the key from the text, in case the server echoes it. */
function toError(
  { action }: Call,
  { status, headers, text }: Received,
  { apiKey = "", clock }: ClientSettings,
): PosternError {
  const now = clock.now();
  const retryAfter = readRetryAfter(headers.get("retry-after") ?? "", now);
  const problem = readProblem(headers, apiKey ? text.replaceAll(apiKey, "…") : text);
  const code = problem?.code ?? "http-error";
  const detail = problem?.detail ?? `the type of the response is ${mediaTypeOf(headers)}`;
  return new PosternError(action, `${status} ${code}: ${detail}`, {
    code,
    status,
    problem,
    retryAfterSeconds: retryAfter && Math.ceil(retryAfter / 1000),
    quota: readQuota(headers, now),
  });
}

/** Reads a problem detail of this API. Problem details of proxies have no code. */
function readProblem(headers: Headers, text: string): ProblemDetail | undefined {
  if (mediaTypeOf(headers) !== "application/problem+json") return undefined;
  try {
    const problem = JSON.parse(text) as Partial<ProblemDetail> | null;
    return typeof problem?.code === "string" ? (problem as ProblemDetail) : undefined;
  } catch {
    return undefined;
  }
}
