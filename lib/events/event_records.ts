import type { KeyPart, Location } from "../store/mod.ts";
import type { Change, ChangeEvent } from "./change_event.ts";

/** Time for which an event stays in the log: 7 days, in milliseconds. */
export const eventRetention: number = 7 * 24 * 60 * 60 * 1000;

/** Committed changes that are not in the log yet, in the partition of their organization. */
export interface OutboxRecord {
  id: string;
  /** RFC 3339. */
  time: string;
  /** Number of the commit in its process. It orders the commits of one millisecond. */
  number: number;
  changes: readonly Change[];
}

export const outboxPrefix: readonly KeyPart[] = ["outbox"];
/** Returns the key of an outbox record. Records are sorted by time, so that a backlog is moved in the order of the changes. */
export const outboxKey = ({ time, number, id }: Omit<OutboxRecord, "changes">): KeyPart[] => [
  ...outboxPrefix,
  Date.parse(time),
  number,
  id,
];

/** An event in the log. */
export type LoggedEvent = ChangeEvent & {
  /** Sequence number of the organization's event before this event; 0 if there was none. A reader finds expired events by it. */
  previous: number;
};

export const eventPrefix: readonly KeyPart[] = ["event"];
export const eventKey = (sequence: number): KeyPart[] => [...eventPrefix, sequence];

/** Returns the range of the events in the log of an organization. */
export const eventRange = (
  organizationSlug: string,
): {
  partition: KeyPart[];
  prefix: readonly KeyPart[];
  expiryOf: (event: { sequence?: number }) => number;
} => ({
  partition: partitionOf(organizationSlug),
  prefix: eventPrefix,
  // A sequence number is the time at which the event came into the log, or a greater number.
  expiryOf: ({ sequence = 0 }) => sequence + eventRetention,
});

/** Key of the record with the sequence number of the organization's last event. Its version orders concurrent writers of the log. */
export const lastEventKey: KeyPart[] = ["last-event"];
export const lastEventLocation = (organizationSlug: string): Location => ({
  partition: partitionOf(organizationSlug),
  key: lastEventKey,
});

/** Partition of an organization's events, the same as that of its content. */
export const partitionOf = (organizationSlug: string): KeyPart[] => ["org", organizationSlug];

/** Key of a record that says that the events of another partition have arrived. It expires. */
export const relayedKey = (id: string): KeyPart[] => ["relayed", id];

/** Partition of the records that tell which partitions may have pending events. */
export const pendingPartition: readonly string[] = ["events"];
export const pendingPrefix: readonly KeyPart[] = ["pending"];
export const pendingKey = (organizationSlug: string): KeyPart[] => [...pendingPrefix, organizationSlug];

/** Record that names an outbox with recent changes. */
export interface Mark {
  /** Milliseconds since the epoch, by the clock of the writer. */
  time: number;
}

/** Mark of an organization that is about to change. */
export interface PendingMark extends Mark {
  organizationSlug: string;
}

export const relayPrefix: readonly KeyPart[] = ["relay"];
export const relayKey = (partition: readonly KeyPart[]): KeyPart[] => [...relayPrefix, ...partition];

/** Mark of another partition that is about to change, such as that of a key or a user. */
export interface RelayMark extends Mark {
  partition: readonly KeyPart[];
}

/** Key of a record without data. Each write of it announces work that no mark names, such as a new time of a due event. */
export const announcedKey: readonly KeyPart[] = ["announced"];

/** The lease of the process that looks after scheduled posts, and events of ended processes. */
export const leaseLocation: Location = { partition: pendingPartition, key: ["lease"] };
