import type { KeyPart, Store } from "../store/mod.ts";
import type { WaitingEvents, WebhookAddress } from "./webhook.ts";
import {
  deliveryPartition,
  mostQueued,
  queuePrefix,
  type QueuedEvent,
  webhookDirectory,
} from "./webhook_records.ts";

/** Counts the events that wait for a webhook. */
export async function waitingOf(
  store: Store,
  { organizationSlug, webhookId }: WebhookAddress,
): Promise<WaitingEvents> {
  const counted = await countWaiting(store, deliveryPartition(organizationSlug), queuePrefix(webhookId));
  return { ...counted, waiting: Math.min(counted.waiting, mostQueued) };
}

/** Counts the events that wait for the webhooks of all organizations. */
export async function waitingOfAll(store: Store): Promise<WaitingEvents> {
  let all: WaitingEvents = { waiting: 0 };
  const listed = store.listAll<{ slug: string }>(webhookDirectory, { prefix: ["listed"] });
  for await (const { data } of listed) {
    all = sum(all, await countWaiting(store, deliveryPartition(data.slug), queuePrefix()));
  }
  return all;
}

async function countWaiting(
  store: Store,
  partition: readonly KeyPart[],
  prefix: readonly KeyPart[],
): Promise<WaitingEvents> {
  let counted: WaitingEvents = { waiting: 0 };
  for await (const { data } of store.listAll<QueuedEvent>(partition, { prefix }, mostQueued)) {
    counted = sum(counted, { waiting: 1, oldestWaitingAt: data.event.time });
  }
  return counted;
}

function sum(one: WaitingEvents, other: WaitingEvents): WaitingEvents {
  const [oldestWaitingAt] = [one.oldestWaitingAt ?? [], other.oldestWaitingAt ?? []].flat().toSorted();
  const waiting = one.waiting + other.waiting;
  return oldestWaitingAt === undefined ? { waiting } : { waiting, oldestWaitingAt };
}
