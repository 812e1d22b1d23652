import type { Clock } from "../../base/time/clock.ts";
import type { Store } from "../../store/mod.ts";
import { toWebhook } from "./create_webhook.ts";
import { waitingOf } from "./waiting_events.ts";
import type { ListedWebhook } from "../webhook.ts";
import {
  abandonedPrefix,
  deliveryPartition,
  mostCounted,
  stateKey,
  type WebhookRecord,
  type WebhookState,
} from "../webhook_records.ts";

/** Returns a webhook with the state of its deliveries. */
export async function toListedWebhook(
  { store, clock }: { store: Store; clock: Clock },
  record: WebhookRecord,
): Promise<ListedWebhook> {
  const partition = deliveryPartition(record.organizationSlug);
  const state = await store.get<WebhookState>({ partition, key: stateKey(record.id) });
  const { failingSince, lastAttemptAt, abandoned = 0 } = state?.data ?? {};
  const listAbandoned = { prefix: abandonedPrefix(record.id), limit: mostCounted };
  return {
    ...toWebhook(record, clock.now()),
    ...(await waitingOf(store, { organizationSlug: record.organizationSlug, webhookId: record.id })),
    abandoned: abandoned === 0 ? 0 : (await store.list(partition, listAbandoned)).length,
    ...(failingSince === undefined ? {} : { failingSince }),
    ...(lastAttemptAt === undefined ? {} : { lastAttemptAt }),
  };
}
