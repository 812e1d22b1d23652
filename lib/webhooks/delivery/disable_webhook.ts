import type { Clock } from "../../base/time/clock.ts";
import type { Change, Outbox } from "../../events/mod.ts";
import type { Store } from "../../store/mod.ts";
import type { WebhookAddress, WebhookDisabledReason } from "../webhook.ts";
import { webhookLocation, type WebhookRecord } from "../webhook_records.ts";

/** Disables an enabled webhook after failures, and writes the event `webhook.disabled` in the same commit. */
export async function disableWebhook(
  { store, clock, outbox }: { store: Store; clock: Clock; outbox: Outbox },
  address: WebhookAddress,
  reason: WebhookDisabledReason,
): Promise<void> {
  const location = webhookLocation(address);
  const { key } = location;
  await store.writes.repeatInTurn(location, "Cannot disable the webhook: it", async () => {
    const found = await store.get<WebhookRecord>(location);
    if (found?.data.status !== "enabled") return true;
    const at = new Date(clock.now()).toISOString();
    const data = { ...found.data, status: "disabled", disabledReason: reason, disabledAt: at } as const;
    const changes = { checks: [{ key, version: found.version }], sets: [{ key, data }] };
    const event: Change = { type: "webhook.disabled", data: { id: found.data.id, reason } };
    const result = await outbox.commit(address.organizationSlug, changes, [event]);
    return result.committed || null;
  });
}
