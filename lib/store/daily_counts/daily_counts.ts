import type { Awaitable } from "../../base/awaitable.ts";
import { isBoundToRequest, type WorkTime } from "../../base/bound_to_request.ts";
import { BoundedTasks } from "../../base/bounded_tasks.ts";
import type { Clock } from "../../base/time/clock.ts";
import type { Sleep } from "../../base/time/sleep.ts";
import { checkOf } from "../records/counted_records.ts";
import { DamagedRecordError } from "../contract/damaged_record_error.ts";
import type { KeyPart } from "../encode_key.ts";
import type { Store } from "../store.ts";
import { countedDays, dateOf, endOfDate, expiryOfDay, firstDate, keyOfDay } from "./counted_day.ts";

/** Time for which events are collected before they are written, in milliseconds. */
const gathered = 10_000;

/** Time for which a request collects events after its response, in milliseconds. */
const gatheredAfterResponse = 1000;
/** Time after which a later request writes the events of a request that was cut, in milliseconds. */
const takenOverAfter = 3000;

/** Maximum number of organizations whose events are collected concurrently. */
const mostOrganizations = 1000;

/** Number of organizations whose counts are written concurrently. Other requests run in between. */
const writtenAtOnce = 8;

/** Events that wait together before they are added up. */
const mostEvents = 20;

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
interface Gathered<Event, Counts> {
  date: string;
  counts: Counts;
  /** Events that are not part of the counts yet. A request only adds its event; the totals follow after some requests or with the write. */
  events: Event[];
  /** End of the collection, in milliseconds since the epoch. It is at most the end of the day. */
  until: number;
}

/** An event that no current collection takes. */
interface AddedEvent<Event, Counts> {
  /** The ended collection of the organization. */
  known: Gathered<Event, Counts> | undefined;
  event: Event;
  now: number;
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
 *
 * If the process stops after a response, each request writes its events: together with those of the next second, or alone before the response.
 */
export class DailyCounts<Event, Counts, Day extends { date: string }> {
  readonly #kind: CountedKind<Event, Counts, Day>;
  readonly #deps: DailyCountsDeps;
  readonly #gathered = new Map<string, Gathered<Event, Counts>>();
  /** Ended collections of each organization that could not be written, the oldest first. */
  readonly #unwritten = new Map<string, readonly Gathered<Event, Counts>[]>();
  /** The last write of each organization, until it ends. */
  readonly #writing = new Map<string, Promise<void>>();

  constructor(kind: CountedKind<Event, Counts, Day>, deps: DailyCountsDeps) {
    this.#kind = kind;
    this.#deps = deps;
  }

  /**
   * Counts an event at a time, in milliseconds since the epoch. Errors are reported to `onError`.
   *
   * @returns a promise if the request must keep the work running
   */
  add(
    organizationSlug: string,
    event: Event,
    workTime: WorkTime,
    now: number = this.#deps.clock.now(),
  ): Awaitable<void> {
    const known = this.#gathered.get(organizationSlug);
    if (known !== undefined && now < known.until && workTime !== "response") {
      known.events.push(event);
      if (known.events.length === mostEvents) this.#addUp(known);
      return undefined;
    }
    if (known === undefined && !this.#hasRoom(now)) return undefined;
    const added = { known, event, now };
    if (workTime === "seconds") return this.#collect(organizationSlug, added);
    const written = this.#startAnew(organizationSlug, added);
    return workTime === "process" ? undefined : written;
  }

  /** Counts an event if the organization has had another one. Use it for organizations that may not exist. */
  addToKnown(organizationSlug: string, event: Event, workTime: WorkTime, now: number): Awaitable<void> {
    return this.#gathered.has(organizationSlug)
      ? this.add(organizationSlug, event, workTime, now)
      : undefined;
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
    const taken = known && this.#take(organizationSlug, known);
    await (isBoundToRequest ? taken : this.#writing.get(organizationSlug));
    const { store, clock } = this.#deps;
    const { prefix } = this.#kind;
    const from = keyOfDay(prefix, firstDate(clock.now(), days));
    const found = await store.list<Day>(["org", organizationSlug], { prefix, from, limit: countedDays + 1 });
    return found.map(({ data }) => data);
  }

  /** Collects events with this one for a second, and writes them. A request that is cut leaves its events to a later one. */
  async #collect(organizationSlug: string, { known, event, now }: AddedEvent<Event, Counts>): Promise<void> {
    const begun = { ...this.#newGathered(now), until: Math.min(now + takenOverAfter, endOfDate(now)) };
    begun.events.push(event);
    this.#gathered.set(organizationSlug, begun);
    await this.#deps.sleep(gatheredAfterResponse);
    const found = this.#gathered.get(organizationSlug) ?? begun;
    this.#gathered.set(organizationSlug, { ...this.#emptied(found), until: -Infinity });
    await this.#write(organizationSlug, [...(known === undefined ? [] : [known]), found]);
  }

  /** Starts a new collection, and writes the earlier one with the event. */
  #startAnew(organizationSlug: string, { known, event, now }: AddedEvent<Event, Counts>): Promise<void> {
    const due = known?.date === dateOf(now) ? known : this.#newGathered(now);
    due.events.push(event);
    this.#gathered.set(organizationSlug, this.#newGathered(now));
    const isAlone = known === undefined || known === due;
    return this.#write(organizationSlug, isAlone ? [due] : [known, due]);
  }

  #newGathered(now: number): Gathered<Event, Counts> {
    const until = Math.min(now + gathered, endOfDate(now));
    return { date: dateOf(now), counts: this.#kind.newCounts(), events: [], until };
  }

  #emptied(gathered: Gathered<Event, Counts>): Gathered<Event, Counts> {
    return { ...gathered, counts: this.#kind.newCounts(), events: [] };
  }

  #isEmpty({ counts, events }: Gathered<Event, Counts>): boolean {
    return events.length === 0 && this.#kind.isEmpty(counts);
  }

  /** Adds the waiting events to the counts. */
  #addUp({ counts, events }: Gathered<Event, Counts>): Counts {
    for (const event of events.splice(0)) this.#kind.count(counts, event);
    return counts;
  }

  /** Writes the events of the collections that end at a time or before, in milliseconds since the epoch. */
  async #takeAll(time: number): Promise<void> {
    const tasks = new BoundedTasks(writtenAtOnce, "Cannot write the counts");
    for (const [organizationSlug, found] of this.#gathered) {
      if (found.until <= time) await tasks.add(async () => this.#take(organizationSlug, found));
    }
    await tasks.settled();
    if (!isBoundToRequest) await Promise.all(this.#writing.values());
  }

  /** Writes the events of a collection, which goes on without them. */
  #take(organizationSlug: string, found: Gathered<Event, Counts>): Promise<void> | undefined {
    const isEmpty = this.#isEmpty(found);
    if (isEmpty && !this.#unwritten.has(organizationSlug)) return undefined;
    const next = isEmpty ? this.#newGathered(this.#deps.clock.now()) : this.#emptied(found);
    this.#gathered.set(organizationSlug, next);
    return this.#write(organizationSlug, [found]);
  }

  /** Returns false if too many organizations have collections. Drops collections that have ended without an event. */
  #hasRoom(now: number): boolean {
    if (this.#gathered.size < mostOrganizations) return true;
    for (const [slug, gathered] of this.#gathered) {
      const isIdle = gathered.until <= now && this.#isEmpty(gathered) && !this.#unwritten.has(slug);
      if (isIdle) this.#gathered.delete(slug);
    }
    return this.#gathered.size < mostOrganizations;
  }

  /** Writes counts after the earlier write of the organization, except on Cloudflare, where that may have been cut. It never rejects. */
  #write(organizationSlug: string, due: readonly Gathered<Event, Counts>[]): Promise<void> {
    const { sleep, onError } = this.#deps;
    const earlier = isBoundToRequest ? undefined : (this.#writing.get(organizationSlug) ?? sleep(0));
    const run = async (): Promise<void> => {
      await earlier;
      const all = [...(this.#unwritten.get(organizationSlug) ?? []), ...due];
      this.#unwritten.delete(organizationSlug);
      const left = all.filter((gathered) => !this.#isEmpty(gathered));
      try {
        for (let one = left[0]; one !== undefined; one = left[0]) {
          if (!(await this.#merge(organizationSlug, one))) return;
          left.shift();
        }
      } finally {
        const unwritten = [...left, ...(this.#unwritten.get(organizationSlug) ?? [])];
        if (unwritten.length > 0) this.#unwritten.set(organizationSlug, unwritten.slice(-mostUnwritten));
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
  async #merge(organizationSlug: string, gathered: Gathered<Event, Counts>): Promise<boolean> {
    const { store, organizationKey } = this.#deps;
    const { date } = gathered;
    const counts = this.#addUp(gathered);
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
