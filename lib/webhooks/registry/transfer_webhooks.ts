import { EventLog } from "../../events/mod.ts";
import {
  recount,
  type RestoreOptions,
  type RestoreOutcome,
  restoreRecords,
  type Store,
} from "../../store/mod.ts";
import { listWebhookOrganization } from "./create_webhook.ts";
import {
  deliveryPartition,
  stateKey,
  webhookKind,
  webhookLocation,
  type WebhookRecord,
  type WebhookState,
} from "../webhook_records.ts";

/** Restores a webhook with its encrypted secrets. It receives the events after the restore. Its former deliveries are not restored. */
export async function restoreWebhook(
  store: Store,
  webhook: WebhookRecord,
  options: RestoreOptions,
): Promise<RestoreOutcome> {
  const { id, organizationSlug } = webhook;
  if (!options.dryRun) {
    await listWebhookOrganization(store, organizationSlug);
    const data: WebhookState = {
      position: await new EventLog(store).last(organizationSlug),
      lastDelivery: 0,
    };
    const key = stateKey(id);
    // An existing webhook keeps its progress.
    const changes = { checks: [{ key, exists: false }], sets: [{ key, data }] };
    await store.commit(deliveryPartition(organizationSlug), changes);
  }
  const { partition, key } = webhookLocation({ organizationSlug, webhookId: id });
  return restoreRecords(store, partition, () => ({ wanted: [{ key, data: webhook }] }), options);
}

/** Corrects the number of an organization's webhooks after a restore. */
export async function recountWebhooks(store: Store, organizationSlug: string): Promise<void> {
  await recount(store, ["org", organizationSlug], webhookKind);
}
