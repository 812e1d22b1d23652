import type { RandomBytes } from "../../random.ts";
import type { KeyPart, Store, StoreChanges } from "../../store/mod.ts";
import {
  deliveryPartition,
  type QueuedEvent,
  queueKey,
  stateKey,
  type WebhookState,
} from "../webhook_records.ts";
import type { WebhookAddress } from "../webhook.ts";
import type { AttemptResult } from "./attempt.ts";
import { logChanges, type LoggedAttempt } from "./delivery_log.ts";
import { nextAttempt } from "./retry_delay.ts";
import { queueRetention } from "./take_events.ts";
import { messageOf } from "./webhook_message.ts";

const commitAttempts = 10;
/** Time of failure after which a success makes all waiting events due, in milliseconds. */
const outage = 60_000;

/** A queued event with the version of its record. */
export interface QueueEntry {
  queued: QueuedEvent;
  version: string;
}

/** An attempt to deliver a queued event. */
export interface QueueAttempt {
  entry: QueueEntry;
  result: AttemptResult;
}

/** Input of {@link settleAttempts}. */
export interface SettleInput {
  webhook: WebhookAddress;
  attempts: readonly QueueAttempt[];
  /** Queued events that have no pending attempt. */
  waiting: readonly QueueEntry[];
  now: number;
}

/** The stored results. */
export interface Settled {
  state: WebhookState;
  logged: readonly LoggedAttempt[];
  /** Entries that were changed, by sequence number. Undefined stands for a removed entry. */
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
  { webhook: { organizationSlug, webhookId }, attempts, waiting, now }: SettleInput,
): Promise<Settled | undefined> {
  const partition = deliveryPartition(organizationSlug);
  let own = attempts;
  for (let round = 0; round < commitAttempts; round++) {
    const found = await store.get<WebhookState>({ partition, key: stateKey(webhookId) });
    if (found === null) return undefined;
    if (own.length === 0) return { state: found.data, logged: [], entries: new Map(), isOutdated: true };
    const plan = planOf(webhookId, { state: found.data, attempts: own, waiting, now }, randomBytes);
    const entryChecks = own.map(({ entry: { queued, version } }) => ({
      key: queueKey(webhookId, queued.event.sequence),
      version,
    }));
    const checks = [{ key: stateKey(webhookId), version: found.version }, ...entryChecks];
    const result = await store.commit(partition, { ...plan.changes, checks });
    if (result.committed) {
      const { version } = result;
      const changed = [...plan.queue].map(
        ([sequence, queued]) => [sequence, queued && { queued, version }] as const,
      );
      const isOutdated = own.length < attempts.length;
      return { state: plan.state, logged: plan.logged, entries: new Map(changed), isOutdated };
    }
    own = own.filter((_attempt, index) => !result.failedChecks.includes(index + 1));
  }
  throw new Error(`Cannot store the deliveries of the webhook ${webhookId}: other processes change it`);
}

interface Plan {
  changes: StoreChanges;
  state: WebhookState;
  logged: LoggedAttempt[];
  queue: Map<number, QueuedEvent | undefined>;
}

function planOf(
  webhookId: string,
  { state, attempts, waiting, now }: Omit<SettleInput, "webhook"> & { state: WebhookState },
  randomBytes: RandomBytes,
): Plan {
  const queue = new Map<number, QueuedEvent | undefined>();
  const logged = attempts.map((attempt) => {
    const next = retryOf(attempt, now, randomBytes);
    queue.set(attempt.entry.queued.event.sequence, next);
    return toLogged(attempt, next);
  });
  const isUp = attempts.some(({ result }) => result.isDelivered);
  const { failingSince } = state;
  if (isUp && failingSince !== undefined && now - Date.parse(failingSince) >= outage) {
    for (const { queued } of waiting) {
      if (queued.dueAt > now) queue.set(queued.event.sequence, { ...queued, dueAt: now });
    }
  }
  const log = logChanges(webhookId, withFailure(state, attempts), logged);
  const sets = [...log.sets, { key: stateKey(webhookId), data: log.state }];
  const deletes: KeyPart[][] = [...log.deletes];
  for (const [sequence, data] of queue) {
    const key = queueKey(webhookId, sequence);
    if (data === undefined) deletes.push(key);
    else sets.push({ key, data, expiresAt: now + queueRetention });
  }
  return { changes: { sets, deletes }, state: log.state, logged, queue };
}

/** Returns the event with the time of its next attempt, or undefined if it was delivered or is abandoned. */
function retryOf(
  { entry: { queued }, result }: QueueAttempt,
  now: number,
  randomBytes: RandomBytes,
): QueuedEvent | undefined {
  if (result.isDelivered) return undefined;
  const attempts = queued.attempts + 1;
  const firstAt = queued.firstAt === 0 ? result.at : queued.firstAt;
  const { retryAfter } = result;
  const dueAt = nextAttempt({ attempts, firstAt, now, retryAfter }, randomBytes);
  return dueAt === undefined ? undefined : { ...queued, attempts, firstAt, dueAt };
}

function toLogged({ entry: { queued }, result }: QueueAttempt, next: QueuedEvent | undefined): LoggedAttempt {
  const failure = next === undefined ? "abandoned" : "failed";
  return {
    message: messageOf(queued.event),
    result,
    trigger: "event",
    attempt: queued.attempts + 1,
    outcome: result.isDelivered ? "delivered" : failure,
    nextAt: next?.dueAt,
  };
}

function withFailure(state: WebhookState, attempts: readonly QueueAttempt[]): WebhookState {
  const { failingSince, ...rest } = state;
  if (attempts.some(({ result }) => result.isDelivered)) return rest;
  const first = Math.min(...attempts.map(({ result }) => result.at));
  return { ...rest, failingSince: failingSince ?? new Date(first).toISOString() };
}
