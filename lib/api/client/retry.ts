import type { RandomBytes } from "../../base/secrets/random.ts";
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
