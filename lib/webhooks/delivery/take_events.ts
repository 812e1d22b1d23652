import type { EventLog } from "../../events/mod.ts";
import type { Store } from "../../store/mod.ts";
import { matchesFilter } from "../filter/matches_filter.ts";
import {
  deliveryPartition,
  type QueuedEvent,
  queueKey,
  stateKey,
  type WebhookRecord,
  type WebhookState,
} from "../webhook_records.ts";
import type { QueueEntry } from "./webhook_queue.ts";

/** Time after which a queued event is removed, in milliseconds: 7 days, like events of the log. */
export const queueRetention: number = 7 * 24 * 60 * 60 * 1000;

/** Dependencies of {@link takeEvents}. */
export interface TakeEventsDeps {
  store: Store;
  log: EventLog;
}

/** Events that {@link takeEvents} queued. */
export interface TakenEvents {
  entries: QueueEntry[];
  state: WebhookState;
  /** True if the log may have more events. */
  hasMore: boolean;
}

/**
 * Moves the events after a webhook's position from the organization's log to the webhook's queue, in one commit with the new position.
 *
 * @returns undefined if another process changed the webhook's state at the same time, or if the webhook was deleted
 */
export async function takeEvents(
  { store, log }: TakeEventsDeps,
  webhook: WebhookRecord,
  { limit, now }: { limit: number; now: number },
): Promise<TakenEvents | undefined> {
  const partition = deliveryPartition(webhook.organizationSlug);
  const found = await store.get<WebhookState>({ partition, key: stateKey(webhook.id) });
  if (found === null) return undefined;
  const { position, lastDelivery } = found.data;
  const { events, last } = await log.list(webhook.organizationSlug, { after: position, limit });
  if (last <= position) return { entries: [], state: found.data, hasMore: false };
  const state = { ...found.data, position: last };
  const taken = events
    .filter((event) => matchesFilter(webhook, event))
    .map((event): QueuedEvent => ({ event, attempts: 0, firstAt: 0, dueAt: now, lastDelivery }));
  const result = await store.commit(partition, {
    checks: [{ key: stateKey(webhook.id), version: found.version }],
    sets: [
      { key: stateKey(webhook.id), data: state },
      ...taken.map((data) => ({
        key: queueKey(webhook.id, data.event.sequence),
        data,
        expiresAt: now + queueRetention,
      })),
    ],
  });
  if (!result.committed) return undefined;
  const { version } = result;
  return {
    entries: taken.map((queued) => ({ queued, version })),
    state,
    hasMore: events.length === limit,
  };
}
