import type { Clock } from "../clock.ts";
import type { KeyPart, Store } from "../store/mod.ts";
import { toWebhook } from "./create_webhook.ts";
import type { ListedWebhook } from "./webhook.ts";
import {
  abandonedPrefix,
  deliveryPartition,
  mostCounted,
  queuePrefix,
  stateKey,
  type WebhookRecord,
  type WebhookState,
} from "./webhook_records.ts";

/** Returns a webhook with the state of its deliveries. */
export async function toListedWebhook(
  { store, clock }: { store: Store; clock: Clock },
  record: WebhookRecord,
): Promise<ListedWebhook> {
  const partition = deliveryPartition(record.organizationSlug);
  const state = await store.get<WebhookState>({ partition, key: stateKey(record.id) });
  const { failingSince, lastAttemptAt, abandoned = 0 } = state?.data ?? {};
  const count = async (prefix: KeyPart[]): Promise<number> =>
    (await store.list(partition, { prefix, limit: mostCounted })).length;
  return {
    ...toWebhook(record, clock.now()),
    waiting: await count(queuePrefix(record.id)),
    abandoned: abandoned === 0 ? 0 : await count(abandonedPrefix(record.id)),
    ...(failingSince === undefined ? {} : { failingSince }),
    ...(lastAttemptAt === undefined ? {} : { lastAttemptAt }),
  };
}
