import type { Clock } from "../../base/time/clock.ts";
import type { KeyPart } from "../../store/mod.ts";
import { queueRetention } from "./take_events.ts";
import { deliveryPartition, deliveryRetention, stateKey } from "../webhook_records.ts";

/** The records about deliveries of an organization. */
export interface DeliveryRanges {
  /** States of the webhooks. With a new version of its state, a process takes no events that it read from the log before. */
  states: { partition: readonly KeyPart[]; prefix: readonly KeyPart[] };
  /** All records: states, waiting and abandoned events, and logged attempts. */
  all: {
    partition: readonly KeyPart[];
    prefix: readonly KeyPart[];
    /** Returns the expiry of an event or attempt that is written anew, in milliseconds since the epoch. */
    expiryOf: (data: { at?: string; abandonedAt?: number }) => number;
  };
}

/** Returns the ranges of the records about deliveries. */
export function deliveryRanges(clock: Clock, organizationSlug: string): DeliveryRanges {
  const partition = deliveryPartition(organizationSlug);
  return {
    states: { partition, prefix: stateKey("").slice(0, 1) },
    all: {
      partition,
      prefix: [],
      expiryOf: ({ at, abandonedAt = Date.parse(at ?? "") }) =>
        abandonedAt ? abandonedAt + deliveryRetention : clock.now() + queueRetention,
    },
  };
}
