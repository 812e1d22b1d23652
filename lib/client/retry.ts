import type { RandomBytes } from "../random.ts";
import { PosternError } from "./postern_error.ts";

/** Statuses of temporary failures. */
const transientStatuses: ReadonlySet<number | undefined> = new Set([408, 429, 500, 502, 503, 504]);

/** Maximum random wait before the first retry, in milliseconds. It doubles with each retry. */
const firstWait = 500;

/** Maximum random wait before any retry, in milliseconds. */
const longestWait = 8000;

/** True if the same request may succeed later. */
export function isTransient(error: unknown): error is PosternError {
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
export function waitAfter(
  attempt: number,
  { retryAfterSeconds = 0 }: PosternError,
  randomBytes: RandomBytes,
): number {
  const [byte = 0] = randomBytes(1);
  return retryAfterSeconds * 1000 + (byte / 256) * Math.min(longestWait, firstWait * 2 ** (attempt - 1));
}

/** Reads the seconds of `Retry-After`, which is a number of seconds or an HTTP date (RFC 9110, section 10.2.3). */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get("retry-after") ?? "";
  if (/^\d+$/.test(value)) return Number(value);
  const time = value.endsWith(" GMT") ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - now) / 1000));
}
