import type { WebhookState } from "../webhook_records.ts";

/** Maximum number of concurrent requests to one webhook. */
const mostConcurrent = 10;
/** Time of failure after which a webhook gets one request at a time, in milliseconds. */
const outage = 60_000;

/** Returns true if the receiver has failed for a minute. */
export function isInOutage({ failingSince }: WebhookState, now: number): boolean {
  return failingSince !== undefined && now - Date.parse(failingSince) >= outage;
}

/** Returns the number of concurrent requests that a webhook may have. */
export function concurrencyOf(state: WebhookState, now: number): number {
  return isInOutage(state, now) ? 1 : (state.concurrency ?? mostConcurrent);
}

/**
 * Returns the number of concurrent requests after attempts. After an outage it grows by 1 with each success, so that the load does not fell
 * the receiver again. Undefined is the maximum.
 */
export function concurrencyAfter(
  state: WebhookState,
  { delivered, failed }: { delivered: number; failed: number },
  now: number,
): number | undefined {
  const current = concurrencyOf(state, now);
  const next = Math.max(1, current + delivered - failed);
  return current >= mostConcurrent || next >= mostConcurrent ? undefined : next;
}
