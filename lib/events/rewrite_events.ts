import { rewriteRecords, type Store } from "../store/mod.ts";
import { eventPrefix, eventRetention, type LoggedEvent, partitionOf } from "./event_records.ts";

/** Changes the data of records, without a change of their kind. */
export type ChangeOfData = <Data>(data: Data) => Data;

/**
 * Changes the events in the log of an organization. Events in its outbox stay unchanged.
 *
 * @returns true if an event was changed
 */
export async function rewriteEvents(
  store: Store,
  organizationSlug: string,
  change: ChangeOfData,
): Promise<boolean> {
  return rewriteRecords<LoggedEvent>(store, {
    partition: partitionOf(organizationSlug),
    prefix: eventPrefix,
    change,
    // A sequence number is the time at which the event came into the log, or a greater number.
    expiryOf: ({ sequence }) => sequence + eventRetention,
  });
}
