import type { EventPage } from "../../events/mod.ts";
import type { Store } from "../../store/mod.ts";
import { matchesFilter } from "../matches_filter.ts";
import {
  deliveryPartition,
  type QueuedEvent,
  queueKey,
  stateKey,
  type WebhookRecord,
  type WebhookState,
} from "../webhook_records.ts";

/** Time after which a queued event is removed, in milliseconds: 7 days, like events of the log. */
export const queueRetention: number = 7 * 24 * 60 * 60 * 1000;

/** Dependencies of {@link takeEvents}. */
export interface TakeEventsDeps {
  store: Store;
  /** Lists the events of an organization after a sequence number. */
  listEvents: (slug: string, options: { after: number; limit: number }) => Promise<EventPage>;
}

/**
 * Moves the events after a webhook's position from the organization's log to the webhook's queue, in one commit with the new position.
 *
 * @returns the number of events of the log that were read. Less than `limit` if the log has no more; 0 if another process took them
 */
export async function takeEvents(
  { store, listEvents }: TakeEventsDeps,
  webhook: WebhookRecord,
  { limit, now }: { limit: number; now: number },
): Promise<number> {
  const partition = deliveryPartition(webhook.organizationSlug);
  const state = await store.get<WebhookState>({ partition, key: stateKey(webhook.id) });
  if (state === null) return 0;
  const { events, last } = await listEvents(webhook.organizationSlug, { after: state.data.position, limit });
  if (last <= state.data.position) return 0;
  const taken = events.filter((event) => matchesFilter(webhook, event));
  const result = await store.commit(partition, {
    checks: [{ key: stateKey(webhook.id), version: state.version }],
    sets: [
      { key: stateKey(webhook.id), data: { ...state.data, position: last } },
      ...taken.map((event) => {
        const data: QueuedEvent = { event, attempts: 0, firstAt: 0, dueAt: now };
        return { key: queueKey(webhook.id, event.sequence), data, expiresAt: now + queueRetention };
      }),
    ],
  });
  return result.committed ? events.length : 0;
}
