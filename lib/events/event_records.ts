import type { KeyPart, Location } from "../store/mod.ts";
import type { Change } from "./change_event.ts";

/** Time for which an event stays in the log: 7 days, in milliseconds. */
export const eventRetention: number = 7 * 24 * 60 * 60 * 1000;

/** Committed changes that are not in the log yet, in the partition of their organization. */
export interface OutboxRecord {
  id: string;
  /** RFC 3339. */
  time: string;
  changes: readonly Change[];
}

export const outboxPrefix: readonly KeyPart[] = ["outbox"];
export const outboxKey = (id: string): KeyPart[] => [...outboxPrefix, id];

export const eventPrefix: readonly KeyPart[] = ["event"];
export const eventKey = (sequence: number): KeyPart[] => [...eventPrefix, sequence];

/** Key of the record with the sequence number of the organization's last event. Its version orders concurrent writers of the log. */
export const lastEventKey: KeyPart[] = ["last-event"];

/** Partition of an organization's events, the same as that of its content. */
export const partitionOf = (organizationSlug: string): KeyPart[] => ["org", organizationSlug];

/** Partition of the records that tell which organizations have pending events. */
export const pendingPartition: readonly string[] = ["events"];
export const pendingPrefix: readonly KeyPart[] = ["pending"];
export const pendingKey = (organizationSlug: string): KeyPart[] => [...pendingPrefix, organizationSlug];

/** Record of an organization that is about to change. */
export interface PendingRecord {
  organizationSlug: string;
}

/** The lease of the process that delivers what other processes left behind. */
export const leaseLocation: Location = { partition: pendingPartition, key: ["lease"] };
