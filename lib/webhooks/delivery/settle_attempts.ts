import type { RandomBytes } from "../../base/secrets/random.ts";
import type { KeyPart, Store, StoreChanges } from "../../store/mod.ts";
import {
  deliveryPartition,
  type QueuedEvent,
  queueKey,
  stateKey,
  type WebhookState,
} from "../webhook_records.ts";
import type { WebhookAddress } from "../webhook.ts";
import { abandonment } from "./abandon.ts";
import type { AttemptResult } from "./attempt.ts";
import { logChanges, type LoggedAttempt } from "./delivery_log.ts";
import { nextAttempt, retriedFor } from "./retry_delay.ts";
import { type StateAttempt, stateAfter } from "./state_after.ts";
import { queueRetention } from "./take_events.ts";
import { messageOf } from "./webhook_message.ts";
import { isRefused, isRestarted, isResumed, isRetry, type QueueEntry } from "./webhook_queue.ts";

const commitAttempts = 10;
/** Number of refusals after which an event is abandoned. */
const mostRefusals = 12;

/** An attempt to deliver a queued event. */
export interface QueueAttempt {
  entry: QueueEntry;
  /** Id of the webhook's last delivery when the attempt began. */
  lastDelivery: number;
  result: AttemptResult;
}

/** Input of {@link settleAttempts}. */
export interface SettleInput {
  webhook: WebhookAddress;
  attempts: readonly QueueAttempt[];
  now: number;
}

/** The stored results. */
export interface Settled {
  state: WebhookState;
  logged: readonly LoggedAttempt[];
  /** Entries of the attempts, by sequence number. Undefined stands for a removed entry. */
  entries: ReadonlyMap<number, QueueEntry | undefined>;
  /** True if another process changed an entry. */
  isOutdated: boolean;
}

/**
 * Stores the results of attempts: the log, the queue and the state of a webhook, in one commit. Results whose entry was changed by another
 * process are dropped.
 *
 * @returns undefined if the webhook was deleted
 */
export async function settleAttempts(
  { store, randomBytes }: { store: Store; randomBytes: RandomBytes },
  { webhook, attempts, now }: SettleInput,
): Promise<Settled | undefined> {
  const { organizationSlug, webhookId } = webhook;
  const partition = deliveryPartition(organizationSlug);
  const entries = new Map<number, QueueEntry | undefined>(
    attempts.map(({ entry }) => [entry.queued.event.sequence, undefined]),
  );
  let own = attempts;
  for (let round = 0; round < commitAttempts; round++) {
    const found = await store.get<WebhookState>({ partition, key: stateKey(webhookId) });
    if (found === null) return undefined;
    if (own.length === 0) return { state: found.data, logged: [], entries, isOutdated: true };
    const outcomes = outcomesOf({ state: found.data, attempts: own, now }, randomBytes);
    const plan = planOf(webhookId, { state: found.data, outcomes, now });
    const abandoned = outcomes.flatMap(({ outcome, next }) => (outcome === "abandoned" ? next : []));
    const list = await abandonment(store, webhook, { events: abandoned, state: found.data, now });
    const state = { ...plan.state, abandoned: list.abandoned };
    const entryChecks = own.map(({ entry: { queued, version } }) => ({
      key: queueKey(webhookId, queued.event.sequence),
      version,
    }));
    const result = await store.commit(partition, {
      checks: [{ key: stateKey(webhookId), version: found.version }, ...entryChecks],
      sets: [...plan.sets, ...list.sets, { key: stateKey(webhookId), data: state }],
      deletes: [...plan.deletes, ...list.deletes],
    });
    if (result.committed) {
      const { version } = result;
      for (const { outcome, next } of outcomes) {
        if (outcome === "failed") entries.set(next.event.sequence, { queued: next, version });
      }
      return { state, logged: plan.logged, entries, isOutdated: own.length < attempts.length };
    }
    own = own.filter((_attempt, index) => !result.failedChecks.includes(index + 1));
  }
  throw new Error(`Cannot store the deliveries of the webhook ${webhookId}: other processes change it`);
}

/** Result of an attempt for its event. */
interface EventOutcome extends StateAttempt {
  attempt: QueueAttempt;
  outcome: "delivered" | "failed" | "abandoned";
  /** The event after the attempt. It stays in the queue if the attempt has failed. */
  next: QueuedEvent;
}

function outcomesOf(
  { state, attempts, now }: Omit<SettleInput, "webhook"> & { state: WebhookState },
  randomBytes: RandomBytes,
): EventOutcome[] {
  const isUp = attempts.some(({ result }) => result.isDelivered);
  const health = isUp ? { lastSuccessAt: now } : state;
  return attempts.map((attempt): EventOutcome => {
    const { entry, result } = attempt;
    const { at, isDelivered } = result;
    const isRefusal = isRefused(entry.queued, health, now);
    const next = afterFailure(attempt, { now, isRefusal, state }, randomBytes);
    if (isDelivered) return { attempt, next, at, isDelivered, isFailing: false, outcome: "delivered" };
    const isAbandoned = entry.queued.isRedelivery === true || (isRefusal && isOver(next, now));
    const isFailing = !isAbandoned && !isRefusal;
    return { attempt, next, at, isDelivered, isFailing, outcome: isAbandoned ? "abandoned" : "failed" };
  });
}

/** Returns the event with the time of its next attempt. */
function afterFailure(
  { entry: { queued }, lastDelivery, result }: QueueAttempt,
  { now, isRefusal, state }: { now: number; isRefusal: boolean; state: WebhookState },
  randomBytes: RandomBytes,
): QueuedEvent {
  const { at, status, error, retryAfter } = result;
  const isNew = !isRetry(queued) || isResumed(queued, state);
  const retries = isNew || isRestarted(queued, state) ? 1 : (queued.retries ?? queued.attempts) + 1;
  const refusals = isNew ? 1 : (queued.refusals ?? 0) + (isRefusal ? 1 : 0);
  const firstAt = isNew ? at : queued.firstAt;
  return {
    ...queued,
    attempts: queued.attempts + 1,
    retries,
    refusals,
    firstAt,
    dueAt: nextAttempt({ attempts: retries, firstAt, now, retryAfter }, randomBytes),
    lastDelivery,
    lastAt: at,
    failure: { ...(status === undefined ? {} : { status }), ...(error === undefined ? {} : { error }) },
  };
}

/** Returns true if an event was refused too often or for too long. */
function isOver({ refusals = 0, firstAt }: QueuedEvent, now: number): boolean {
  return refusals >= mostRefusals || now - firstAt >= retriedFor;
}

interface Plan extends Required<Pick<StoreChanges, "sets">> {
  deletes: KeyPart[][];
  state: WebhookState;
  logged: LoggedAttempt[];
}

function planOf(
  webhookId: string,
  { state, outcomes, now }: { state: WebhookState; outcomes: readonly EventOutcome[]; now: number },
): Plan {
  const logged = outcomes.map(toLogged);
  const log = logChanges(webhookId, stateAfter(state, outcomes, now), logged);
  const sets = [...log.sets];
  const deletes = [...log.deletes];
  for (const { outcome, next } of outcomes) {
    const key = queueKey(webhookId, next.event.sequence);
    if (outcome === "failed") sets.push({ key, data: next, expiresAt: now + queueRetention });
    else deletes.push(key);
  }
  return { sets, deletes, state: log.state, logged };
}

function toLogged({ attempt: { entry, result }, next, outcome }: EventOutcome): LoggedAttempt {
  return {
    message: messageOf(entry.queued.event),
    result,
    trigger: entry.queued.isRedelivery === true ? "redelivery" : "event",
    attempt: next.attempts,
    outcome,
    nextAt: outcome === "failed" ? next.dueAt : undefined,
  };
}
