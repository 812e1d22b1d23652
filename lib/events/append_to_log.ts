import type { KeyPart, Store, Stored } from "../store/mod.ts";
import type { Change, ChangeEvent } from "./change_event.ts";
import {
  eventKey,
  eventRetention,
  lastEventKey,
  outboxPrefix,
  type OutboxRecord,
  partitionOf,
} from "./event_records.ts";

/** Maximum number of commits whose events one call moves. */
const movedAtOnce = 100;
const attempts = 10;

/** Options of {@link appendToLog}. */
export interface AppendOptions {
  /** Milliseconds since the epoch. */
  now: number;
  /** Key of a record of the partition without which nothing is moved. Default: none. */
  requires?: readonly KeyPart[] | undefined;
}

/**
 * Moves committed changes from the outbox to the log of their organization, in one commit. Each change gets the next sequence number.
 *
 * @returns the events in the order of the log; empty if the outbox is empty, or if other processes moved its changes
 */
export async function appendToLog(
  store: Store,
  organizationSlug: string,
  { now, requires }: AppendOptions,
): Promise<ChangeEvent[]> {
  const partition = partitionOf(organizationSlug);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const pending = await store.list<OutboxRecord>(partition, { prefix: outboxPrefix, limit: movedAtOnce });
    if (pending.length === 0) return [];
    const last = await store.get<{ sequence: number }>({ partition, key: lastEventKey });
    const events = toEvents(pending, organizationSlug, last?.data.sequence ?? 0);
    const sequence = events.at(-1)?.sequence ?? 0;
    const expiresAt = now + eventRetention;
    const result = await store.commit(partition, {
      checks: [
        last === null ? { key: lastEventKey, exists: false } : { key: lastEventKey, version: last.version },
        ...(requires === undefined ? [] : [{ key: requires, exists: true }]),
      ],
      sets: [
        { key: lastEventKey, data: { sequence } },
        ...events.map((event) => ({ key: eventKey(event.sequence), data: event, expiresAt })),
      ],
      deletedEntries: pending.map(({ key }) => key),
    });
    if (result.committed) return events;
    if (result.failedChecks.includes(1)) return [];
  }
  return [];
}

function toEvents(
  pending: readonly Stored<OutboxRecord>[],
  organizationSlug: string,
  last: number,
): ChangeEvent[] {
  const commits = pending.map(({ data }) => data).sort(byTimeAndRevision);
  let sequence = last;
  return commits.flatMap(({ id, time, changes }) =>
    changes.map((change, index) => {
      const event = { id: `evt_${id}${index}`, time, organizationSlug, sequence: ++sequence, ...change };
      return event as ChangeEvent;
    }),
  );
}

/** Compares commits by time. Two commits of one post in the same millisecond are compared by its revision. */
function byTimeAndRevision(one: OutboxRecord, other: OutboxRecord): number {
  if (one.time !== other.time) return one.time < other.time ? -1 : 1;
  return revisionIn(one.changes) - revisionIn(other.changes);
}

function revisionIn([change]: readonly Change[]): number {
  return change !== undefined && "revision" in change.data ? change.data.revision : 0;
}
