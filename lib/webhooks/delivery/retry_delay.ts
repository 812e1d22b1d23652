import type { RandomBytes } from "../../base/secrets/random.ts";
import { readRetryAfter } from "../../base/time/http_date.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Time without a success after which a webhook is disabled, in milliseconds: 3 days. */
export const retriedFor: number = 72 * hour;

/** Time before each retry, in milliseconds. The last one repeats. */
const delays = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 3 * hour];

/** Longest time that a `Retry-After` header can demand, in milliseconds. */
export const longestRetryAfter: number = 24 * hour;

export interface FailedAttempt {
  /** Number of failed attempts, including this one. */
  attempts: number;
  /** Time of the first attempt in milliseconds since the epoch. */
  firstAt: number;
  now: number;
  retryAfter: string | undefined;
}

/**
 * Returns the time of the next attempt in milliseconds since the epoch. Delays vary by 20%. `Retry-After` can make a delay longer, up to a
 * day. An attempt is made 3 days after the first one, when the webhook may have to be disabled.
 */
export function nextAttempt(
  { attempts, firstAt, now, retryAfter }: FailedAttempt,
  randomBytes: RandomBytes,
): number {
  const delay = delays[Math.min(attempts, delays.length) - 1] ?? second;
  const [byte = 0] = randomBytes(1);
  const jittered = Math.round(delay * (0.8 + (0.4 * byte) / 255));
  const next = now + Math.max(jittered, demandedDelay(retryAfter, now));
  const end = firstAt + retriedFor;
  return now < end ? Math.min(next, end) : next;
}

/** Returns the delay that a `Retry-After` header demands. */
function demandedDelay(retryAfter: string | undefined, now: number): number {
  return Math.min(readRetryAfter(retryAfter?.trim() ?? "", now) ?? 0, longestRetryAfter);
}
