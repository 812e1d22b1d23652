import { isBoundToRequest } from "../base/bound_to_request.ts";
import { BoundedMap } from "../base/bounded_map.ts";
import {
  type Committed,
  type Conflict,
  encodeKey,
  type KeyPart,
  type StoreChanges,
  type StoreAndClock,
} from "../store/mod.ts";
import type { Change } from "./change_event.ts";
import {
  eventRetention,
  outboxKey,
  outboxPrefix,
  type OutboxRecord,
  partitionOf,
  pendingPartition,
  type RelayMark,
  relayedKey,
  relayKey,
} from "./event_records.ts";
import { renewedAfter } from "./marks.ts";
import { type Outbox, unlessUnavailable } from "./outbox.ts";
import { UnmovedCommits } from "./unmoved_commits.ts";

/** Committed events of a partition outside of organizations, such as that of a key or a user. */
interface RelayRecord extends OutboxRecord {
  organizationSlugs: readonly string[];
}

/** Number of records that are read at once. */
const readAtOnce = 50;

/** Events of a commit, and the organizations that get them. */
export interface RelayedEvents {
  events: readonly Change[];
  organizationSlugs: readonly string[];
}

/** Dependencies of {@link Relay}. */
export interface RelayDeps extends StoreAndClock {
  outbox: Outbox;
  /** Key of the record that the partition of an existing organization has. Undefined if the host keeps the organizations. */
  organizationKey: readonly KeyPart[] | undefined;
  onError: (error: unknown) => void;
}

/**
 * Writes events in the same commit as a change of a key or a user, then moves them to the outboxes of the organizations.
 *
 * A move takes two commits, in two partitions. A crash between them repeats the move. A record in the organization's partition
 * then shows that the events have arrived.
 */
export class Relay {
  readonly #deps: RelayDeps;
  /** Times of the marks that this process wrote. */
  readonly #marked = new BoundedMap<number>(10_000);
  readonly #committing = new Set<Promise<unknown>>();
  readonly #moving = new Set<Promise<void>>();
  readonly #unmoved = new UnmovedCommits();

  constructor(deps: RelayDeps) {
    this.#deps = deps;
  }

  /** Commits changes of a partition together with their events. */
  async commit(
    partition: readonly KeyPart[],
    changes: StoreChanges,
    { events, organizationSlugs }: RelayedEvents,
  ): Promise<Committed | Conflict> {
    const { store, outbox } = this.#deps;
    const records = organizationSlugs.length === 0 ? [] : outbox.recordsOf(events);
    if (records.length === 0) return store.commit(partition, changes);
    const sets = records.map(({ key, data }) => ({ key, data: { ...data, organizationSlugs } }));
    const committing = this.#commit(partition, { ...changes, sets: [...(changes.sets ?? []), ...sets] });
    if (isBoundToRequest) return committing;
    this.#committing.add(committing);
    try {
      return await committing;
    } finally {
      this.#committing.delete(committing);
    }
  }

  /** Waits until the events of all commits of this process have reached the outboxes of their organizations. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#committing);
    await Promise.allSettled(this.#moving);
    await this.#unmoved.settle();
  }

  /** Moves the committed events of a partition to the logs of their organizations. */
  async move(partition: readonly KeyPart[]): Promise<void> {
    const { store, outbox } = this.#deps;
    const turns = store.turns();
    for (;;) {
      if (turns.isOver) await turns.next();
      const found = await store.list<RelayRecord>(partition, { prefix: outboxPrefix, limit: readAtOnce });
      if (found.length === 0) return;
      for (const { key, data } of found) {
        const { organizationSlugs, ...record } = data;
        for (const slug of organizationSlugs) {
          await this.#arrive(slug, record);
          await outbox.drain(slug);
        }
        await store.commit(partition, { deletedEntries: [key] });
      }
    }
  }

  async #commit(partition: readonly KeyPart[], changes: StoreChanges): Promise<Committed | Conflict> {
    await this.#announce(partition);
    const result = await this.#deps.store.commit(partition, changes);
    if (result.committed) this.#startMoving(partition);
    return result;
  }

  #startMoving(partition: readonly KeyPart[]): void {
    if (isBoundToRequest) {
      const moved = this.#unmoved.move(encodeKey(partition), () => this.move(partition));
      moved.catch(unlessUnavailable(this.#deps.onError));
      return;
    }
    const moving = this.move(partition)
      .catch(unlessUnavailable(this.#deps.onError))
      .finally(() => this.#moving.delete(moving));
    this.#moving.add(moving);
  }

  /** Writes events to the outbox of an organization, unless they have arrived before. */
  async #arrive(organizationSlug: string, record: OutboxRecord): Promise<void> {
    const { store, clock, outbox, organizationKey } = this.#deps;
    await outbox.announce(organizationSlug, record.changes);
    const relayed = relayedKey(record.id);
    await store.commit(partitionOf(organizationSlug), {
      checks: [
        { key: relayed, exists: false },
        ...(organizationKey === undefined ? [] : [{ key: organizationKey, exists: true }]),
      ],
      sets: [
        { key: outboxKey(record), data: record },
        { key: relayed, data: {}, expiresAt: clock.now() + eventRetention },
      ],
    });
  }

  async #announce(partition: readonly KeyPart[]): Promise<void> {
    const now = this.#deps.clock.now();
    const name = encodeKey(partition);
    const marked = this.#marked.get(name);
    if (marked !== undefined && Math.abs(now - marked) < renewedAfter) return;
    const data: RelayMark = { partition, time: now };
    await this.#deps.store.commit(pendingPartition, { sets: [{ key: relayKey(partition), data }] });
    this.#marked.set(name, now);
  }
}
