import type { KeyPart, Store } from "../../store/mod.ts";
import type { WebhookAddress } from "../webhook.ts";
import {
  abandonedKey,
  abandonedPrefix,
  type AbandonedRecord,
  deliveryPartition,
  deliveryRetention,
  mostAbandoned,
  type QueuedEvent,
  queueKey,
  stateKey,
  type WebhookState,
} from "../webhook_records.ts";
import { isRefused, type QueueEntry } from "./webhook_queue.ts";

/** Number of events that are abandoned at once to make room in the queue. */
const abandonedAtOnce = 10;

/** Changes that add events to the list of abandoned events. */
interface Abandonment {
  sets: { key: KeyPart[]; data: AbandonedRecord; expiresAt: number }[];
  deletes: KeyPart[][];
  /** The new {@link WebhookState.abandoned}. */
  abandoned: number;
}

/** Returns the changes that add events to the list of abandoned events. A full list loses its oldest events. */
export async function abandonment(
  store: Store,
  { organizationSlug, webhookId }: WebhookAddress,
  { events, state, now }: { events: readonly QueuedEvent[]; state: WebhookState; now: number },
): Promise<Abandonment> {
  const abandoned = (state.abandoned ?? 0) + events.length;
  const sets = events.map((queued) => ({
    key: abandonedKey(webhookId, queued.event.sequence),
    data: { queued, abandonedAt: now },
    expiresAt: now + deliveryRetention,
  }));
  if (abandoned <= mostAbandoned || events.length === 0) return { sets, deletes: [], abandoned };
  const prefix = abandonedPrefix(webhookId);
  const options = { prefix, limit: 2 * mostAbandoned };
  const listed = await store.list<AbandonedRecord>(deliveryPartition(organizationSlug), options);
  const excess = Math.max(0, listed.length + events.length - mostAbandoned);
  const deletes = listed
    .slice(0, excess)
    .map(({ data }) => abandonedKey(webhookId, data.queued.event.sequence));
  return { sets, deletes, abandoned: listed.length + events.length - excess };
}

/**
 * Abandons the oldest refused events of a full queue, if another event was delivered after their last attempt. In an outage it abandons
 * nothing.
 *
 * @returns false if there is no such event
 */
export async function makeRoom(
  store: Store,
  address: WebhookAddress,
  { waiting, now }: { waiting: readonly QueueEntry[]; now: number },
): Promise<boolean> {
  const { organizationSlug, webhookId } = address;
  const partition = deliveryPartition(organizationSlug);
  const key = stateKey(webhookId);
  const found = await store.get<WebhookState>({ partition, key });
  if (found === null) return false;
  const refused = waiting
    .filter(({ queued }) => queued.isRedelivery !== true && isRefused(queued, found.data, now))
    .slice(0, abandonedAtOnce)
    .map(({ queued, version }) => ({ queued, version, key: queueKey(webhookId, queued.event.sequence) }));
  if (refused.length === 0) return false;
  const events = refused.map(({ queued }) => queued);
  const changes = { events, state: found.data, now };
  const { sets, deletes, abandoned } = await abandonment(store, address, changes);
  await store.commit(partition, {
    checks: [
      { key, version: found.version },
      ...refused.map((one) => ({ key: one.key, version: one.version })),
    ],
    sets: [...sets, { key, data: { ...found.data, abandoned } }],
    deletes: [...deletes, ...refused.map((one) => one.key)],
  });
  return true;
}
