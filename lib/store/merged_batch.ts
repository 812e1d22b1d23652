import { isPromise } from "../awaitable.ts";
import type { Committed, Conflict } from "./atomic_driver.ts";
import { type Batch, type BatchResult, Failure, type Outcome, type QueryBatch } from "./batch.ts";
import type { CachedRecord } from "./cached_record.ts";
import { firstShare, isRefusedByMaximum, settleTogether, settleUses } from "./count_uses.ts";
import type { PendingQuery } from "./pending_query.ts";
import type { RecordOpener } from "./record_opener.ts";
import type { Stored } from "./stored.ts";
import type { PendingUse, UseCounter } from "./use_counter.ts";

/** A record that several queries read, and its cached version when the batch was sent. */
interface MergedRead {
  record: CachedRecord<unknown>;
  sent: Stored<unknown> | null;
  found: Outcome<Stored<unknown> | null>;
}

/** Uses of one credential that one commit counts. */
interface MergedUses {
  counter: UseCounter;
  uses: PendingUse[];
  /** The number of uses that the commit counts. */
  share: number;
}

const notFound = new Failure(new TypeError("Cannot read the record: the engine returned no outcome"));
const notCounted = new Failure(new TypeError("Cannot count the use: the engine returned no outcome"));

/** The queries of one batch: equal reads are sent once, and the uses of a credential as one count. */
export class MergedBatch {
  readonly #reads = new Map<CachedRecord<unknown>, MergedRead>();
  readonly #uses = new Map<UseCounter, MergedUses>();
  readonly #readers: PendingQuery[] = [];

  /** Adds the reads of a query. */
  addReads(pending: PendingQuery): void {
    this.#readers.push(pending);
    for (const record of pending.query.records) {
      if (!this.#reads.has(record)) this.#reads.set(record, { record, sent: record.stored, found: null });
    }
  }

  /** Adds a use of a credential. */
  addUse(counter: UseCounter, use: PendingUse): void {
    const merged = this.#uses.get(counter);
    if (merged === undefined) this.#uses.set(counter, { counter, uses: [use], share: 0 });
    else merged.uses.push(use);
  }

  /** Sends the batch, and settles the queries when its outcomes are known. */
  send(query: QueryBatch, { now, opener }: { now: number; opener: RecordOpener }): void {
    const result = query(this.#toBatch(now));
    if (isPromise(result)) void result.then((found) => this.#settle(found, { now, opener, query }));
    else this.#settle(result, { now, opener, query });
  }

  #toBatch(now: number): Batch {
    const reads = Array.from(this.#reads.values(), ({ record }) => record.toRead());
    const counts = Array.from(this.#uses.values(), (merged) => {
      merged.share = firstShare(merged.counter, merged.uses);
      return merged.counter.toCount(now, merged.share);
    });
    return { counts, reads };
  }

  #settle(
    { counts, reads, asOf }: BatchResult,
    { now, opener, query }: { now: number; opener: RecordOpener; query: QueryBatch },
  ): void {
    let index = 0;
    for (const merged of this.#uses.values()) {
      const { [index++]: outcome = notCounted } = counts;
      if (isPromise(outcome)) void outcome.then((late) => settleMerged(merged, late, now, query));
      else settleMerged(merged, outcome, now, query);
    }
    index = 0;
    for (const read of this.#reads.values()) {
      const { [index++]: found = notFound } = reads;
      read.found = read.record.update(found, { sent: read.sent, asOf, opener });
    }
    for (const pending of this.#readers) {
      pending.settleReads(pending.query.records.map((record) => this.#reads.get(record)?.found ?? null));
    }
  }
}

function settleMerged(
  { counter, uses, share }: MergedUses,
  outcome: Outcome<Committed | Conflict>,
  now: number,
  query: QueryBatch,
): void {
  const isRefused = isRefusedByMaximum(outcome);
  const isWhole = share === uses.length && (share === 1 || !isRefused);
  if (!isWhole) {
    void settleUses(counter, uses, { outcome, share, now, query });
    return;
  }
  counter.wasRefused = isRefused;
  settleTogether(uses, outcome, now);
}
