import { type Timestamp, toMilliseconds } from "../timestamp.ts";

/** Returns the time of a write as RFC 3339: `now` in milliseconds, or just after the previous write if the clock was set back. */
export function timeAfter(previous: Timestamp, now: number): string {
  return new Date(Math.max(now, (toMilliseconds(previous) ?? -Infinity) + 1)).toISOString();
}
