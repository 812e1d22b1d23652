import type { WebhookState } from "../webhook_records.ts";
import { concurrencyAfter, isInOutage } from "./outage.ts";
import { longestRetryAfter } from "./retry_delay.ts";

/** Time without an attempt after which a failure begins a new period of failure, in milliseconds. */
const longestPause = 2 * longestRetryAfter;

/** Result of an attempt for the state of its webhook. */
export interface StateAttempt {
  /** Time of the request in milliseconds since the epoch. */
  at: number;
  isDelivered: boolean;
  /** True if the attempt makes the webhook fail. The failure of an event that the receiver refuses does not. */
  isFailing: boolean;
}

/** Returns the state of a webhook after attempts. Their ids follow `lastDelivery`, which stays unchanged. */
export function stateAfter(
  state: WebhookState,
  attempts: readonly StateAttempt[],
  now: number,
): WebhookState {
  const { failingSince, concurrency: _concurrency, ...rest } = state;
  const delivered = attempts.filter(({ isDelivered }) => isDelivered).length;
  const failures = attempts.filter(({ isFailing }) => isFailing);
  const concurrency = concurrencyAfter(state, { delivered, failed: failures.length }, now);
  const next: WebhookState = concurrency === undefined ? rest : { ...rest, concurrency };
  if (delivered > 0) {
    next.lastSuccessAt = now;
    if (isInOutage(state, now)) next.recovery = state.lastDelivery + 1;
    return next;
  }
  const first = Math.min(...failures.map(({ at }) => at));
  const since = isPaused(state, now) ? undefined : failingSince;
  if (since !== undefined) next.failingSince = since;
  else if (first < Infinity) next.failingSince = new Date(first).toISOString();
  return next;
}

/** Returns true if nothing was sent for so long that earlier failures say nothing about the receiver. */
function isPaused({ lastAttemptAt }: WebhookState, now: number): boolean {
  return lastAttemptAt !== undefined && now - Date.parse(lastAttemptAt) > longestPause;
}
