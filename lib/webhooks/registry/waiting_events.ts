import type { Store, Stored } from "../../store/mod.ts";
import type { WaitingEvents, WebhookAddress } from "../webhook.ts";
import {
  deliveryPartition,
  mostCounted,
  queuePrefix,
  type QueuedEvent,
  webhookDirectory,
} from "../webhook_records.ts";

/** Counts the events that wait for a webhook, at most 100. */
export async function waitingOf(
  store: Store,
  { organizationSlug, webhookId }: WebhookAddress,
): Promise<WaitingEvents> {
  const options = { prefix: queuePrefix(webhookId), limit: mostCounted };
  return countWaiting(await store.list<QueuedEvent>(deliveryPartition(organizationSlug), options));
}

/** Counts the events that wait for the webhooks of all organizations. */
export async function waitingOfAll(store: Store): Promise<WaitingEvents> {
  let all: WaitingEvents = { waiting: 0 };
  const listed = store.listAll<{ slug: string }>(webhookDirectory, { prefix: ["listed"] });
  for await (const { data } of listed) {
    const pages = store.listPages<QueuedEvent>(
      deliveryPartition(data.slug),
      { prefix: queuePrefix() },
      mostCounted,
    );
    for await (const page of pages) all = sum(all, countWaiting(page));
  }
  return all;
}

function countWaiting(queued: readonly Stored<QueuedEvent>[]): WaitingEvents {
  return queued
    .map(({ data }): WaitingEvents => ({ waiting: 1, oldestWaitingAt: data.event.time }))
    .reduce(sum, { waiting: 0 });
}

function sum(one: WaitingEvents, other: WaitingEvents): WaitingEvents {
  const [oldestWaitingAt] = [one.oldestWaitingAt ?? [], other.oldestWaitingAt ?? []].flat().toSorted();
  const waiting = one.waiting + other.waiting;
  return oldestWaitingAt === undefined ? { waiting } : { waiting, oldestWaitingAt };
}
