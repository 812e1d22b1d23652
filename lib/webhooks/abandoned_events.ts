import { collectRecords, type Store, type Stored, writeInParts, type StoreAndClock } from "../store/mod.ts";
import { toMilliseconds } from "../base/time/timestamp.ts";
import type { JudgeWebhook } from "./registry/create_webhook.ts";
import { matchesFilter } from "./filter/matches_filter.ts";
import { readPage, type WebhookDeliveryQuery } from "./delivery/read_page.ts";
import type { AbandonedEvent, AbandonedEventPage, WebhookAddress } from "./webhook.ts";
import type { AbandonedFilter } from "./webhook_input.ts";
import {
  abandonedKey,
  abandonedPrefix,
  type AbandonedRecord,
  deliveryPartition,
  deliveryRetention,
  type QueuedEvent,
  queueKey,
  stateKey,
  type WebhookRecord,
} from "./webhook_records.ts";

/** Number of events that are moved to the queue in one commit. */
const movedAtOnce = 100;

/** Lists the abandoned events of a webhook, newest change first. */
export async function listAbandoned(
  { store, action }: { store: Store; action: string },
  address: WebhookAddress,
  query: WebhookDeliveryQuery,
): Promise<AbandonedEventPage> {
  const prefix = abandonedPrefix(address.webhookId);
  const kind = { store, prefix, action, toItem: toAbandonedEvent };
  const { items: events, hasMore } = await readPage(kind, address, query);
  return { events, next: hasMore ? (events.at(-1)?.sequence ?? null) : null };
}

/** Returns an abandoned event without its data. */
function toAbandonedEvent({ queued, abandonedAt }: AbandonedRecord): AbandonedEvent {
  const { event, attempts: made, failure } = queued;
  return {
    sequence: event.sequence,
    eventId: event.id,
    eventType: event.type,
    at: event.time,
    abandonedAt: new Date(abandonedAt).toISOString(),
    attempts: made,
    ...failure,
  };
}

/** Input of {@link redeliverAbandoned}. */
export interface Redelivery {
  webhook: WebhookRecord;
  /** A valid filter. */
  filter: AbandonedFilter;
  judge: JudgeWebhook | undefined;
  /** Beginning of error messages. */
  action: string;
}

/**
 * Moves abandoned events back to the queue, for a single attempt each. Events that the webhook's filter leaves out stay in the list.
 *
 * @returns the number of events
 */
export async function redeliverAbandoned(
  { store, clock }: StoreAndClock,
  { webhook, filter, judge, action }: Redelivery,
): Promise<number> {
  const isWanted = predicateOf(filter);
  const address: WebhookAddress = { organizationSlug: webhook.organizationSlug, webhookId: webhook.id };
  const partition = deliveryPartition(webhook.organizationSlug);
  const options = { prefix: abandonedPrefix(webhook.id) };
  const wanted = await collectRecords<AbandonedRecord, Stored<AbandonedRecord>>(
    store,
    partition,
    options,
    (page) => page.filter(({ data }) => isWanted(data) && matchesFilter(webhook, data.queued.event)),
  );
  const types = new Set(wanted.map(({ data }) => data.queued.event.type));
  if (types.size > 0) judge?.({ url: webhook.url, events: [...types] });
  let moved = 0;
  for (let from = 0; from < wanted.length; from += movedAtOnce) {
    const some = wanted.slice(from, from + movedAtOnce);
    await writeInParts(some, async (records) => {
      moved += await moveToQueue(store, address, { records, now: clock.now(), action });
    });
  }
  return moved;
}

/** Moves records, except those that were moved or removed meanwhile. */
async function moveToQueue(
  store: Store,
  { organizationSlug, webhookId }: WebhookAddress,
  { records, now, action }: { records: readonly Stored<AbandonedRecord>[]; now: number; action: string },
): Promise<number> {
  let own = records;
  return store.writes.repeat(`${action}: one of them`, async () => {
    const keys = own.map(({ data }) => abandonedKey(webhookId, data.queued.event.sequence));
    const result = await store.commit(deliveryPartition(organizationSlug), {
      checks: [
        { key: stateKey(webhookId), exists: true },
        ...own.map(({ version }, index) => ({ key: keys[index] ?? [], version })),
      ],
      sets: own.map(({ data: { queued, abandonedAt } }) => {
        const data: QueuedEvent = { ...queued, dueAt: now, isRedelivery: true };
        const key = queueKey(webhookId, queued.event.sequence);
        return { key, data, expiresAt: abandonedAt + deliveryRetention };
      }),
      deletes: keys,
    });
    if (result.committed) return own.length;
    if (result.failedChecks.includes(0)) return 0;
    own = own.filter((_record, index) => !result.failedChecks.includes(index + 1));
    return null;
  });
}

function predicateOf({ ids, events, since, until }: AbandonedFilter): (record: AbandonedRecord) => boolean {
  const from = toMilliseconds(since) ?? -Infinity;
  const to = toMilliseconds(until) ?? Infinity;
  return ({ queued: { event }, abandonedAt }) =>
    (ids === undefined || ids.includes(event.id)) &&
    (events === undefined || events.includes(event.type)) &&
    abandonedAt >= from &&
    abandonedAt <= to;
}
