import type { Clock } from "../base/time/clock.ts";
import { organizationDirectory } from "../content/mod.ts";
import { listNames, type Store } from "../store/mod.ts";
import { type DeliveryRanges, deliveryRanges, webhookDirectory } from "../webhooks/mod.ts";

/** The places of records about users outside of the access feature. */
export interface PlacesOfUsers {
  /** Lists the organizations of a storage, and those of a host with webhooks. An organization can come twice. */
  organizations: () => AsyncIterable<string>;
  /** Returns the ranges of the records about deliveries of an organization. */
  deliveryRanges: (organizationSlug: string) => DeliveryRanges;
}

/** Returns the places of records about users in a storage. */
export function placesOfUsers({ store, clock }: { store: Store; clock: Clock }): PlacesOfUsers {
  return {
    organizations: async function* () {
      yield* listNames(store, { partition: organizationDirectory }, "slug");
      yield* listNames(store, { partition: webhookDirectory, prefix: ["listed"] }, "slug");
    },
    deliveryRanges: (organizationSlug) => deliveryRanges(clock, organizationSlug),
  };
}
