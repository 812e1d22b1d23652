import type { Clock } from "../../base/time/clock.ts";
import type { Store } from "../../store/mod.ts";
import { toWebhook } from "./create_webhook.ts";
import { waitingOf } from "./waiting_events.ts";
import type { ListedWebhook, Webhook, WebhookAddress } from "../webhook.ts";
import {
  abandonedPrefix,
  deliveryPartition,
  mostCounted,
  stateKey,
  webhookLocation,
  type WebhookRecord,
  type WebhookState,
} from "../webhook_records.ts";

/** Returns a webhook with the state of its deliveries. */
export async function toListedWebhook(
  { store, clock }: { store: Store; clock: Clock },
  record: WebhookRecord,
): Promise<ListedWebhook> {
  const { organizationSlug, id: webhookId } = record;
  const state = await readDeliveryState(store, { organizationSlug, webhookId });
  return { ...toWebhook(record, clock.now()), ...state };
}

/** Reads a webhook together with the state of its deliveries. Null if it does not exist. */
export async function readListedWebhook(
  { store, clock }: { store: Store; clock: Clock },
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
    ...(failingSince === undefined ? {} : { failingSince }),
    ...(lastAttemptAt === undefined ? {} : { lastAttemptAt }),
  };
}
