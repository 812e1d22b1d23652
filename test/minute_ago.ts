import type { Clock } from "../lib/mod.ts";

/** A clock that is one minute slow. Content that it dates has the same `Last-Modified` from its first response on, not only after its second. */
export const minuteAgo: Clock = { now: () => Date.now() - 60_000 };
