import { type KeyPart, listNames, type Store, type StoreAndClock } from "../../store/mod.ts";
import { queueRetention } from "./take_events.ts";
import { deliveryPartition, deliveryRetention, stateKey, webhookDirectory } from "../webhook_records.ts";

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

/** The places of records about deliveries. */
export interface DeliveryRecords {
  /** Lists the slugs of the organizations that may have such records. */
  organizations: () => AsyncIterable<string>;
  rangesOf: (organizationSlug: string) => DeliveryRanges;
}

/** Lists the slugs of the organizations with webhooks, also those of a host. */
export function slugsWithWebhooks(store: Store): AsyncGenerator<string> {
  return listNames(store, { partition: webhookDirectory, prefix: ["listed"] }, "slug");
}

/** Returns the places of records about deliveries in a store. */
export function deliveryRecords({ store, clock }: StoreAndClock): DeliveryRecords {
  return {
    organizations: () => slugsWithWebhooks(store),
    rangesOf: (organizationSlug) => {
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
    },
  };
}
