import { given } from "../../base/given.ts";
import { foldText } from "../../base/text/fold_text.ts";
import { type PageQuery, requirePageLimit } from "../../base/input/page_query.ts";
import { readPage, type Store, type Stored, type StoreAndClock } from "../../store/mod.ts";
import { toWebhook } from "./create_webhook.ts";
import type {
  ListedWebhook,
  WaitingEvents,
  Webhook,
  WebhookAddress,
  WebhookHealth,
  WebhookPage,
} from "../webhook.ts";
import {
  deliveryPartition,
  stateKey,
  webhookPrefix,
  type WebhookRecord,
  type WebhookState,
  abandonedPrefix,
  mostCounted,
  queuePrefix,
  type QueuedEvent,
  webhookDirectory,
  webhookLocation,
} from "../webhook_records.ts";

/** Filter and page of a list of webhooks. */
export interface WebhookQuery extends PageQuery {
  /** Text to find in the URL and the description, ignoring case. Default: all webhooks. */
  search?: string;
}

/** Number of webhooks whose events are counted together. */
const countedAtOnce = 10;

/** Maximum number of webhooks that are checked for failures. */
const mostChecked = 100;

/** Returns a page of the webhooks of an organization, sorted by id, with the states of their deliveries. */
export async function listWebhooks(
  deps: StoreAndClock,
  organizationSlug: string,
  { limit = 50, after, search = "" }: WebhookQuery,
): Promise<WebhookPage> {
  requirePageLimit("Cannot list the webhooks", limit);
  const wanted = foldText(search.trim());
  const isMatch = ({ url, description = "" }: WebhookRecord): boolean =>
    [url, description].some((text) => foldText(text).includes(wanted));
  const partition = ["org", organizationSlug];
  const { items, next } = await readPage<WebhookRecord, WebhookRecord>(deps.store, partition, {
    ranges: [{ prefix: webhookPrefix }],
    limit,
    after,
    read: (entries) => entries.map(({ data }) => (isMatch(data) ? data : null)),
  });
  const webhooks: ListedWebhook[] = [];
  const turns = deps.store.turns();
  for (let from = 0; from < items.length; from += countedAtOnce) {
    if (turns.isOver) await turns.next();
    const some = items.slice(from, from + countedAtOnce);
    webhooks.push(...(await Promise.all(some.map((webhook) => toListedWebhook(deps, webhook)))));
  }
  return { webhooks, next };
}

/** Finds the webhooks that do not deliver, among the first 100 of an organization. It counts no events. */
export async function checkWebhooks(
  { store, clock }: StoreAndClock,
  organizationSlug: string,
): Promise<WebhookHealth> {
  const options = { prefix: webhookPrefix, limit: mostChecked + 1 };
  const found = await store.list<WebhookRecord>(["org", organizationSlug], options);
  const webhooks = found.slice(0, mostChecked).map(({ data }) => toWebhook(data, clock.now()));
  const partition = deliveryPartition(organizationSlug);
  const states = await store.getReadable<WebhookState[]>(
    webhooks.map(({ id }) => ({ partition, key: stateKey(id) })),
  );
  const troubled = webhooks.flatMap((webhook, index): WebhookHealth["troubled"] => {
    const failingSince = states[index]?.data.failingSince;
    if (failingSince !== undefined) return [{ ...webhook, failingSince }];
    return webhook.status === "enabled" ? [] : [webhook];
  });
  return { checked: webhooks.length, hasMore: found.length > mostChecked, troubled };
}

/** Returns a webhook with the state of its deliveries. */
export async function toListedWebhook(
  { store, clock }: StoreAndClock,
  record: WebhookRecord,
): Promise<ListedWebhook> {
  const { organizationSlug, id: webhookId } = record;
  const state = await readDeliveryState(store, { organizationSlug, webhookId });
  return { ...toWebhook(record, clock.now()), ...state };
}

/** Reads a webhook together with the state of its deliveries. Null if it does not exist. */
export async function readListedWebhook(
  { store, clock }: StoreAndClock,
  address: WebhookAddress,
): Promise<ListedWebhook | null> {
  const [found, state] = await Promise.all([
    store.get<WebhookRecord>(webhookLocation(address)),
    readDeliveryState(store, address),
  ]);
  return found && { ...toWebhook(found.data, clock.now()), ...state };
}

/** Reads the state of the deliveries of a webhook. */
async function readDeliveryState(
  store: Store,
  address: WebhookAddress,
): Promise<Omit<ListedWebhook, keyof Webhook>> {
  const { organizationSlug, webhookId } = address;
  const partition = deliveryPartition(organizationSlug);
  const [state, waiting] = await Promise.all([
    store.get<WebhookState>({ partition, key: stateKey(webhookId) }),
    waitingOf(store, address),
  ]);
  const { failingSince, lastAttemptAt, abandoned = 0 } = state?.data ?? {};
  const listAbandoned = { prefix: abandonedPrefix(webhookId), limit: mostCounted };
  return {
    ...waiting,
    abandoned: abandoned === 0 ? 0 : (await store.list(partition, listAbandoned)).length,
    ...given({ failingSince, lastAttemptAt }),
  };
}

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
