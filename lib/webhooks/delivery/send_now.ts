import type { Store } from "../../store/mod.ts";
import type { WebhookDelivery } from "../webhook.ts";
import {
  deliveryPartition,
  type DeliveryRecord,
  queueKey,
  abandonedKey,
  stateKey,
  type WebhookRecord,
  type WebhookState,
} from "../webhook_records.ts";
import { attempt, type AttemptDeps } from "./attempt.ts";
import { attemptedEvent, logChanges, type LoggedAttempt, toDelivery } from "./delivery_log.ts";
import { stateAfter } from "./state_after.ts";
import type { WebhookMessage } from "./webhook_message.ts";

/** Sends a message once on behalf of a user, and logs it. A delivered event is removed from the queue and from the abandoned events. */
export async function sendNow(
  deps: AttemptDeps & { store: Store },
  webhook: WebhookRecord,
  { message, trigger }: { message: WebhookMessage; trigger: "test" | "redelivery" },
): Promise<WebhookDelivery> {
  const { store } = deps;
  const result = await attempt(deps, webhook, message);
  const outcome = result.isDelivered ? ("delivered" as const) : ("abandoned" as const);
  const logged: LoggedAttempt = { message, result, trigger, attempt: 1, outcome, nextAt: undefined };
  const partition = deliveryPartition(webhook.organizationSlug);
  const settled =
    result.isDelivered && message.sequence !== undefined
      ? [queueKey, abandonedKey].map((keyOf) => keyOf(webhook.id, message.sequence ?? 0))
      : [];
  return store.writes.repeat("Cannot log the delivery: the log", async () => {
    const key = stateKey(webhook.id);
    const found = await store.get<WebhookState>({ partition, key });
    const before = found?.data ?? { position: 0, lastDelivery: 0 };
    const { at } = result;
    const state = result.isDelivered
      ? stateAfter(before, [{ at, isDelivered: true, isFailing: false }], deps.clock.now())
      : before;
    const changes = logChanges(webhook.id, state, [logged]);
    const delivery = toDelivery(changes.sets[0]?.data as DeliveryRecord);
    // A deleted webhook has no log.
    if (found === null) return delivery;
    const committed = await store.commit(partition, {
      checks: [{ key, version: found.version }],
      sets: [...changes.sets, { key, data: changes.state }],
      deletes: [...changes.deletes, ...settled],
    });
    if (!committed.committed) return null;
    const { organizationSlug, id: webhookId } = webhook;
    deps.onAttempt(attemptedEvent({ organizationSlug, webhookId }, logged));
    return delivery;
  });
}
