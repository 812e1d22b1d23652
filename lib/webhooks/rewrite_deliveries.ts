import type { Clock } from "../clock.ts";
import type { ChangeOfData } from "../events/mod.ts";
import { rewriteRecords, type Store } from "../store/mod.ts";
import { queueRetention } from "./delivery/take_events.ts";
import {
  type AbandonedRecord,
  deliveryPartition,
  type DeliveryRecord,
  deliveryRetention,
  stateKey,
} from "./webhook_records.ts";

/** A change of the deliveries of an organization. */
export interface DeliveryChange {
  change: ChangeOfData;
  /** True if the log of events has been changed in the same way. A process may have read the former events. */
  areEventsChanged: boolean;
}

/**
 * Changes the events that wait for the webhooks of an organization, its abandoned events and its logged attempts. Change the log of events
 * before: a webhook takes its events from there.
 */
export async function rewriteDeliveries(
  { store, clock }: { store: Store; clock: Clock },
  organizationSlug: string,
  { change, areEventsChanged }: DeliveryChange,
): Promise<void> {
  const partition = deliveryPartition(organizationSlug);
  // With a new version of its state, a process takes no events that it read from the log before.
  if (areEventsChanged) {
    const prefix = stateKey("").slice(0, 1);
    await rewriteRecords(store, { partition, prefix, change: (state) => state, isForced: true });
  }
  await rewriteRecords<Partial<AbandonedRecord & DeliveryRecord>>(store, {
    partition,
    prefix: [],
    change,
    expiryOf: ({ at, abandonedAt = at === undefined ? undefined : Date.parse(at) }) =>
      abandonedAt === undefined ? clock.now() + queueRetention : abandonedAt + deliveryRetention,
  });
}
