import type { Awaitable } from "../awaitable.ts";
import { isBoundToRequest } from "../bound_to_request.ts";
import { BoundedTasks } from "../bounded_tasks.ts";
import type { Clock } from "../clock.ts";
import type { Sleep } from "../sleep.ts";
import { checkOf, DamagedRecordError, type KeyPart, type Store } from "../store/mod.ts";
import { countedDays, dateOf, endOfDate, expiryOfDay, firstDate, keyOfDay } from "./counted_day.ts";

/** Time for which events are collected before they are written, in milliseconds. */
const gathered = 10_000;

/** Maximum number of organizations whose events are collected concurrently. */
const mostOrganizations = 1000;

/** Number of organizations whose counts are written concurrently. Other requests run in between. */
const writtenAtOnce = 8;

/** Maximum number of collections of an organization that wait because they could not be written: those of a minute. */
const mostUnwritten = 6;

const attempts = 5;

/** Turns events into the record of a day. */
export interface CountedKind<Event, Counts, Day extends { date: string }> {
  /** First parts of the keys of the records. The date follows. */
  prefix: readonly KeyPart[];
  newCounts: () => Counts;
  isEmpty: (counts: Counts) => boolean;
  /** Adds an event to counts. The size of counts must be bounded. */
  count: (into: Counts, event: Event) => void;
  /** Adds counts to the record of their day. */
  merge: (before: Day | undefined, date: string, counts: Counts) => Day;
}

/** Events of an organization that are not written yet. */
interface Gathered<Counts> {
  date: string;
  counts: Counts;
  /** End of the collection, in milliseconds since the epoch. It is at most the end of the day. */
  until: number;
}

/** Dependencies of {@link DailyCounts}. */
export interface DailyCountsDeps {
  store: Store;
  clock: Clock;
  sleep: Sleep;
  /** Key of the record that the partition of an existing organization has. Undefined if the host keeps the organizations. */
  organizationKey: readonly KeyPart[] | undefined;
  onError: (error: unknown) => void;
}

/**
 * Counts events of an organization per UTC day, for 30 days. It writes after the response, at most once in 10 seconds per organization. The
 * next event, the event worker and `days` write the rest, so a crash loses few counts. Counts of a failed write wait for the next one.
 */
export class DailyCounts<Event, Counts, Day extends { date: string }> {
  readonly #kind: CountedKind<Event, Counts, Day>;
  readonly #deps: DailyCountsDeps;
  readonly #gathered = new Map<string, Gathered<Counts>>();
  /** Ended collections of each organization that could not be written, the oldest first. */
  readonly #unwritten = new Map<string, readonly Gathered<Counts>[]>();
  /** The last write of each organization, until it ends. */
  readonly #writing = new Map<string, Promise<void>>();

  constructor(kind: CountedKind<Event, Counts, Day>, deps: DailyCountsDeps) {
    this.#kind = kind;
    this.#deps = deps;
  }

  /** Counts an event. Errors are reported to `onError`. The result is a promise only where a request must wait for its own I/O. */
  add(organizationSlug: string, event: Event): Awaitable<void> {
    const now = this.#deps.clock.now();
    const known = this.#gathered.get(organizationSlug);
    if (known !== undefined && now < known.until) {
      this.#kind.count(known.counts, event);
      return undefined;
    }
    if (known === undefined && !this.#hasRoom(now)) return undefined;
    return this.#startAnew(organizationSlug, known, event);
  }

  /** Counts an event if the organization has had another one. Use it for organizations that may not exist. */
  addToKnown(organizationSlug: string, event: Event): Awaitable<void> {
    return this.#gathered.has(organizationSlug) ? this.add(organizationSlug, event) : undefined;
  }

  /** Writes all collected events. */
  async flush(): Promise<void> {
    await this.#takeAll(Infinity);
  }

  /** Writes the events that were collected for 10 seconds. */
  async flushDue(): Promise<void> {
    if (this.#gathered.size > 0) await this.#takeAll(this.#deps.clock.now());
  }

  /** Returns the records of the last days, the oldest first. Days without events have none. */
  async days(organizationSlug: string, days: number = countedDays): Promise<Day[]> {
    const known = this.#gathered.get(organizationSlug);
    if (known !== undefined) void this.#take(organizationSlug, known);
    await this.#writing.get(organizationSlug);
    const { store, clock } = this.#deps;
    const { prefix } = this.#kind;
    const from = keyOfDay(prefix, firstDate(clock.now(), days));
    const found = await store.list<Day>(["org", organizationSlug], { prefix, from, limit: countedDays + 1 });
    return found.map(({ data }) => data);
  }

  /** Starts a new collection, and writes the earlier one with the event. */
  #startAnew(organizationSlug: string, known: Gathered<Counts> | undefined, event: Event): Awaitable<void> {
    const now = this.#deps.clock.now();
    const due = known?.date === dateOf(now) ? known : this.#newGathered(now);
    this.#kind.count(due.counts, event);
    this.#gathered.set(organizationSlug, this.#newGathered(now));
    const isAlone = known === undefined || known === due;
    const written = this.#write(organizationSlug, isAlone ? [due] : [known, due]);
    return isBoundToRequest ? written : undefined;
  }

  #newGathered(now: number): Gathered<Counts> {
    const until = Math.min(now + gathered, endOfDate(now));
    return { date: dateOf(now), counts: this.#kind.newCounts(), until };
  }

  /** Writes the events of the collections that end at a time or before, in milliseconds since the epoch. */
  async #takeAll(time: number): Promise<void> {
    const tasks = new BoundedTasks(writtenAtOnce, "Cannot write the counts");
    for (const [organizationSlug, found] of this.#gathered) {
      if (found.until <= time) await tasks.add(async () => this.#take(organizationSlug, found));
    }
    await Promise.all(this.#writing.values());
  }

  /** Writes the events of a collection, which goes on without them. */
  #take(organizationSlug: string, found: Gathered<Counts>): Promise<void> | undefined {
    const isEmpty = this.#kind.isEmpty(found.counts);
    if (isEmpty && !this.#unwritten.has(organizationSlug)) return undefined;
    const next = isEmpty
      ? this.#newGathered(this.#deps.clock.now())
      : { ...found, counts: this.#kind.newCounts() };
    this.#gathered.set(organizationSlug, next);
    return this.#write(organizationSlug, [found]);
  }

  /** Returns false if too many organizations have collections. Drops collections that have ended without an event. */
  #hasRoom(now: number): boolean {
    if (this.#gathered.size < mostOrganizations) return true;
    for (const [slug, { counts, until }] of this.#gathered) {
      const isIdle = until <= now && this.#kind.isEmpty(counts) && !this.#unwritten.has(slug);
      if (isIdle) this.#gathered.delete(slug);
    }
    return this.#gathered.size < mostOrganizations;
  }

  /** Writes counts after the earlier write of the organization. It never rejects. */
  #write(organizationSlug: string, due: readonly Gathered<Counts>[]): Promise<void> {
    const { sleep, onError } = this.#deps;
    const earlier = this.#writing.get(organizationSlug) ?? (isBoundToRequest ? undefined : sleep(0));
    const run = async (): Promise<void> => {
      await earlier;
      const all = [...(this.#unwritten.get(organizationSlug) ?? []), ...due];
      const left = all.filter(({ counts }) => !this.#kind.isEmpty(counts));
      try {
        for (let one = left[0]; one !== undefined; one = left[0]) {
          if (!(await this.#merge(organizationSlug, one))) return;
          left.shift();
        }
      } finally {
        if (left.length === 0) this.#unwritten.delete(organizationSlug);
        else this.#unwritten.set(organizationSlug, left.slice(-mostUnwritten));
      }
    };
    const running: Promise<void> = run()
      .catch(onError)
      // An `onError` that throws must not end the process as an unhandled rejection.
      .catch(() => undefined)
      .finally(() => {
        if (this.#writing.get(organizationSlug) === running) this.#writing.delete(organizationSlug);
      });
    this.#writing.set(organizationSlug, running);
    return running;
  }

  /** Adds counts to the record of their day. Returns false if other processes write the record at each attempt. */
  async #merge(organizationSlug: string, { date, counts }: Gathered<Counts>): Promise<boolean> {
    const { store, organizationKey } = this.#deps;
    const partition = ["org", organizationSlug];
    const key = keyOfDay(this.#kind.prefix, date);
    const exists = organizationKey === undefined ? [] : [{ key: organizationKey, exists: true }];
    for (let attempt = 0; attempt < attempts; attempt++) {
      const found = await store.getOrDamage<Day>({ partition, key });
      const isNew = found === null || found instanceof DamagedRecordError;
      const data = this.#kind.merge(isNew ? undefined : found.data, date, counts);
      const result = await store.commit(partition, {
        checks: [checkOf(key, found), ...exists],
        sets: [{ key, data, expiresAt: expiryOfDay(date) }],
      });
      // The second check fails if the organization was deleted.
      if (result.committed || result.failedChecks.includes(1)) return true;
    }
    return false;
  }
}
