import { fewerAtOnce, type KeyPart, type Store, type Stored } from "../store/mod.ts";
import type { Change, ChangeEvent } from "./change_event.ts";
import {
  eventKey,
  eventRetention,
  lastEventKey,
  type LoggedEvent,
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

/** Events that {@link appendToLog} moved. */
interface AppendedEvents {
  events: ChangeEvent[];
  isComplete: boolean;
}

/**
 * Moves committed changes from the outbox to the log of their organization, in one commit.
 *
 * A sequence number is the time in milliseconds, or the last number plus 1 if that is greater. Numbers therefore never repeat, even if the
 * organization is deleted and created again, or if the store is restored from an older backup.
 *
 * @returns the events in the order of the log; empty if the outbox is empty, or if other processes moved its changes. `isComplete` is false if the
 *   outbox may hold more changes
 */
export async function appendToLog(
  store: Store,
  organizationSlug: string,
  options: AppendOptions,
): Promise<AppendedEvents> {
  return fewerAtOnce(movedAtOnce, (limit) => append(store, organizationSlug, { ...options, limit }));
}

async function append(
  store: Store,
  organizationSlug: string,
  { now, requires, limit }: AppendOptions & { limit: number },
): Promise<AppendedEvents> {
  const partition = partitionOf(organizationSlug);
  for (let attempt = 0; attempt < attempts; attempt++) {
    // The last number is read before the outbox. In the other order, another process could move the same changes in between, and the check
    // would not notice it.
    const last = await store.get<{ sequence: number }>({ partition, key: lastEventKey });
    const pending = await store.list<OutboxRecord>(partition, { prefix: outboxPrefix, limit });
    if (pending.length === 0) return nothing;
    const events = toEvents(pending, organizationSlug, { last: last?.data.sequence ?? 0, now });
    const sequence = events.at(-1)?.sequence ?? last?.data.sequence ?? 0;
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
    if (result.committed) {
      const appended = events.map(({ previous: _previous, ...event }) => event);
      return { events: appended, isComplete: pending.length < limit };
    }
    if (result.failedChecks.includes(1)) return nothing;
  }
  return nothing;
}

const nothing = { events: [], isComplete: true };

function toEvents(
  pending: readonly Stored<OutboxRecord>[],
  organizationSlug: string,
  { last, now }: { last: number; now: number },
): LoggedEvent[] {
  let previous = last;
  let sequence = Math.max(last, now - 1);
  const commits = inOrderOfRevisions(pending.map(({ data }) => data));
  return commits.flatMap(({ id, time, changes }) =>
    changes.map((change, index) => {
      sequence++;
      const event = { id: `evt_${id}_${index}`, time, organizationSlug, sequence, ...change, previous };
      previous = sequence;
      return event;
    }),
  );
}

/**
 * Orders the commits of each post by its revision, and keeps the order of other commits. Commits of one post may have the same time, or times of
 * clocks that differ.
 */
function inOrderOfRevisions(commits: readonly OutboxRecord[]): OutboxRecord[] {
  const places = new Map<number, number[]>();
  for (const [place, { changes }] of commits.entries()) {
    const [change] = changes;
    if (change === undefined || !("revision" in change.data)) continue;
    const { id } = change.data;
    if (id === undefined) continue;
    places.set(id, [...(places.get(id) ?? []), place]);
  }
  const ordered = [...commits];
  for (const own of places.values()) {
    if (own.length === 1) continue;
    const sorted = own.flatMap((place) => commits[place] ?? []).toSorted(byRevision);
    for (const [index, commit] of sorted.entries()) ordered[own[index] ?? 0] = commit;
  }
  return ordered;
}

function byRevision(one: OutboxRecord, other: OutboxRecord): number {
  return revisionIn(one.changes) - revisionIn(other.changes);
}

function revisionIn([change]: readonly Change[]): number {
  return change !== undefined && "revision" in change.data ? change.data.revision : 0;
}
