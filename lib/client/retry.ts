import type { RandomBytes } from "../random.ts";
import { PosternError } from "./postern_error.ts";

/** Statuses that say that the same request may well succeed later. */
const transientStatuses: ReadonlySet<number | undefined> = new Set([408, 429, 500, 502, 503, 504]);

/** The longest wait before the first retry, in milliseconds; it doubles with each. */
const firstWait = 500;

/** The longest wait before any retry that no `Retry-After` asks for, in milliseconds. */
const longestWait = 8000;

/** Whether the same request may succeed later. */
export function isTransient(error: unknown): error is PosternError {
  if (!(error instanceof PosternError)) return false;
  const { code, status } = error;
  return code === "network-failure" || code === "timeout" || transientStatuses.has(status);
}

/**
 * Milliseconds to wait after an attempt, the first being 1: what the server asks for, then a random part of a time that doubles
 * ("full jitter"), so that clients that failed together do not come back together.
 */
export function waitAfter(
  attempt: number,
  { retryAfter = 0 }: PosternError,
  randomBytes: RandomBytes,
): number {
  const [byte = 0] = randomBytes(1);
  return retryAfter * 1000 + (byte / 256) * Math.min(longestWait, firstWait * 2 ** (attempt - 1));
}

/** The seconds of a `Retry-After`, which are whole seconds or an HTTP date (RFC 9110, section 10.2.3). */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get("retry-after") ?? "";
  if (/^\d+$/.test(value)) return Number(value);
  const time = value.endsWith(" GMT") ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - now) / 1000));
}
