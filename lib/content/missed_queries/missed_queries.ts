import type { Awaitable } from "../../awaitable.ts";
import { isBoundToRequest } from "../../bound_to_request.ts";
import type { Clock } from "../../clock.ts";
import type { Sleep } from "../../sleep.ts";
import { checkOf, DamagedRecordError, type KeyPart, type Store } from "../../store/mod.ts";
import {
  dateOf,
  firstDate,
  type MissedDay,
  missedDays,
  missedExpiry,
  missedKey,
  missedPrefix,
  type MissedQuery,
  mostFrequent,
  mostQueries,
  normalizedQuery,
  withCounts,
} from "./missed_query_record.ts";

/** Time for which queries are collected before they are written, in milliseconds. */
const gathered = 10_000;

/** Maximum number of organizations whose queries are collected concurrently. */
const mostOrganizations = 1000;

const attempts = 5;

/** Queries of an organization that are not written yet. */
interface Gathered {
  date: string;
  counts: Map<string, number>;
  others: number;
  /** End of the collection, in milliseconds since the epoch. */
  until: number;
}

/** Queries without results in the last 30 days, including today. */
export interface MissedQueryReport {
  /** The most frequent first. */
  queries: (MissedQuery & { lastDate: string })[];
  /** Number of searches with rarer queries, whose texts are not stored. */
  others: number;
}

/** Dependencies of {@link MissedQueries}. */
export interface MissedQueriesDeps {
  store: Store;
  clock: Clock;
  sleep: Sleep;
  /** Key of the record that the partition of an existing organization has. Undefined if the host keeps the organizations. */
  organizationKey: readonly KeyPart[] | undefined;
  onError: (error: unknown) => void;
}

/**
 * Counts the queries of an organization that found nothing, per UTC day, for 30 days. It stores the text and the number of searches, and
 * nothing about the caller. It writes after the response, at most once in 10 seconds per organization. The next search, the event worker
 * and the report write the rest, so a crash loses few counts.
 */
export class MissedQueries {
  readonly #deps: MissedQueriesDeps;
  readonly #gathered = new Map<string, Gathered>();
  /** The last write of each organization, until it ends. */
  readonly #writing = new Map<string, Promise<void>>();

  constructor(deps: MissedQueriesDeps) {
    this.#deps = deps;
  }

  /** Counts a query. Errors are reported to `onError`. The result is a promise only where a request must wait for its own I/O. */
  add(organizationSlug: string, text: string): Awaitable<void> {
    const query = normalizedQuery(text);
    if (query === "") return undefined;
    const now = this.#deps.clock.now();
    const date = dateOf(now);
    const known = this.#gathered.get(organizationSlug);
    if (known !== undefined && known.date === date && now < known.until) return count(known, query);
    if (known === undefined && !this.#hasRoom(now)) return undefined;
    const due = known?.date === date ? known : newCounts(date, now);
    count(due, query);
    this.#gathered.set(organizationSlug, newCounts(date, now));
    const isAlone = known === undefined || known === due;
    const written = this.#write(organizationSlug, isAlone ? [due] : [known, due]);
    return isBoundToRequest ? written : undefined;
  }

  /** Writes all collected queries. */
  async flush(): Promise<void> {
    for (const [organizationSlug, found] of this.#gathered) this.#take(organizationSlug, found);
    await Promise.all(this.#writing.values());
  }

  /** Writes the queries that were collected for 10 seconds. */
  async flushDue(): Promise<void> {
    if (this.#gathered.size === 0) return;
    const now = this.#deps.clock.now();
    for (const [organizationSlug, found] of this.#gathered) {
      if (found.until <= now) this.#take(organizationSlug, found);
    }
    await Promise.all(this.#writing.values());
  }

  /** Returns the queries of the last 30 days. */
  async list(organizationSlug: string): Promise<MissedQueryReport> {
    const known = this.#gathered.get(organizationSlug);
    if (known !== undefined) this.#take(organizationSlug, known);
    await this.#writing.get(organizationSlug);
    const { store, clock } = this.#deps;
    const days = await store.list<MissedDay>(["org", organizationSlug], {
      prefix: missedPrefix,
      from: missedKey(firstDate(clock.now())),
      limit: missedDays + 1,
    });
    const sums = new Map<string, MissedQuery & { lastDate: string }>();
    let others = 0;
    for (const { data } of days) {
      others += data.others;
      for (const { query, count: searches } of data.queries) {
        const before = sums.get(query)?.count ?? 0;
        sums.set(query, { query, count: before + searches, lastDate: data.date });
      }
    }
    return { queries: mostFrequent([...sums.values()]), others };
  }

  /** Starts to write the queries of a collection, which goes on without them. */
  #take(organizationSlug: string, found: Gathered): void {
    if (found.counts.size === 0) return;
    this.#gathered.set(organizationSlug, { ...found, counts: new Map(), others: 0 });
    void this.#write(organizationSlug, [found]);
  }

  /** Returns false if too many organizations have collections. Drops collections that have ended without a query. */
  #hasRoom(now: number): boolean {
    if (this.#gathered.size < mostOrganizations) return true;
    for (const [slug, { counts, until }] of this.#gathered) {
      if (counts.size === 0 && until <= now) this.#gathered.delete(slug);
    }
    return this.#gathered.size < mostOrganizations;
  }

  /** Writes counts after the earlier write of the organization. It never rejects. */
  #write(organizationSlug: string, due: readonly Gathered[]): Promise<void> {
    const { sleep, onError } = this.#deps;
    const earlier = this.#writing.get(organizationSlug) ?? (isBoundToRequest ? undefined : sleep(0));
    const run = async (): Promise<void> => {
      await earlier;
      for (const counts of due) if (counts.counts.size > 0) await this.#merge(organizationSlug, counts);
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

  /** Adds counts to the record of their day. It gives up if other processes write the record at each attempt. */
  async #merge(organizationSlug: string, { date, counts, others }: Gathered): Promise<void> {
    const { store, organizationKey } = this.#deps;
    const partition = ["org", organizationSlug];
    const key = missedKey(date);
    const exists = organizationKey === undefined ? [] : [{ key: organizationKey, exists: true }];
    for (let attempt = 0; attempt < attempts; attempt++) {
      const found = await store.getOrDamage<MissedDay>({ partition, key });
      const isNew = found === null || found instanceof DamagedRecordError;
      const before: MissedDay = isNew ? { date, queries: [], others: 0 } : found.data;
      const result = await store.commit(partition, {
        checks: [checkOf(key, found), ...exists],
        sets: [{ key, data: withCounts(before, { counts, others }), expiresAt: missedExpiry(date) }],
      });
      // The second check fails if the organization was deleted.
      if (result.committed || result.failedChecks.includes(1)) return;
    }
  }
}

function newCounts(date: string, now: number): Gathered {
  return { date, counts: new Map(), others: 0, until: now + gathered };
}

/** Counts a search. The number of queries is bounded, so a further query counts only as one of the others. */
function count(into: Gathered, query: string): void {
  const before = into.counts.get(query);
  if (before === undefined && into.counts.size >= mostQueries) into.others++;
  else into.counts.set(query, (before ?? 0) + 1);
}
