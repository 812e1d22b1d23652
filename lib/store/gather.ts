import { adopt, type Awaitable, isPromise } from "../awaitable.ts";
import { isBoundToRequest } from "../bound_to_request.ts";
import { type Batch, type BatchResult, Failure, type Outcome, type QueryBatch } from "./batch.ts";
import type { CachedRecord } from "./cached_record.ts";
import type { RecordOpener } from "./record_opener.ts";
import type { Stored } from "./stored.ts";
import { type CountedUse, countedUse, settleUses, type SettleUse, type UseCounter } from "./uses.ts";

/** The use and the reads of one request. */
export interface StoreQuery {
  /** Counts one use; undefined for none. */
  counter: UseCounter | undefined;
  records: readonly CachedRecord<unknown>[];
}

/** The outcomes of a {@link StoreQuery}. */
export interface StoreResult {
  /** Undefined where no use was counted. */
  counted: Outcome<CountedUse> | undefined;
  /** In the order of the records. */
  found: readonly Outcome<Stored<unknown> | null>[];
}

/** Parts of a {@link Gatherer}. */
export interface GathererParts {
  query: QueryBatch;
  /** Runs a callback at the end of the event loop tick, for engines that gain from one call a tick. */
  atEndOfTick: ((run: () => void) => void) | undefined;
  now: () => number;
  opener: RecordOpener;
}

/**
 * Sends the queries of requests to an engine. With `atEndOfTick`, the queries of one event loop tick are one batch. Otherwise each is sent
 * immediately, but uses of a credential whose count is under way wait for the next one. No query joins a batch that was sent, because its
 * request may know of a later change.
 */
export class Gatherer {
  readonly #parts: GathererParts;
  #next: MergedBatch | undefined;

  constructor(parts: GathererParts) {
    this.#parts = { ...parts, query: neverThrowing(parts.query) };
  }

  /** Runs a query. The result is there immediately if the engine returns no promise. */
  run(query: StoreQuery): Awaitable<StoreResult> {
    const { atEndOfTick } = this.#parts;
    // Cloudflare cancels a request's work with the request, so requests share none.
    if (atEndOfTick === undefined || isBoundToRequest) return this.#runAlone(query);
    if (this.#next === undefined) {
      this.#next = new MergedBatch();
      atEndOfTick(() => this.#sendNext());
    }
    return this.#next.add(query);
  }

  #sendNext(): void {
    const batch = this.#next;
    this.#next = undefined;
    void batch?.send(this.#parts);
  }

  #runAlone({ counter, records }: StoreQuery): Awaitable<StoreResult> {
    const { query, now, opener } = this.#parts;
    const sentAt = now();
    const isWaiting = counter !== undefined && counter.isCounting && !isBoundToRequest;
    const counts = counter === undefined || isWaiting ? [] : [counter.toCount(sentAt, 1)];
    const sent = records.map(({ stored }) => stored);
    const result = query({ counts, reads: records.map((record) => record.toRead()) });
    const toResult = (found: BatchResult, counted: StoreResult["counted"]): StoreResult => ({
      counted,
      found: updateAll(records, found, { sent, opener }),
    });
    if (isWaiting) return this.#waitForCount(counter, result, toResult);
    if (isPromise(result)) return this.#finishLater(counter, result, { sentAt, toResult });
    const [outcome] = result.counts;
    if (isPromise(outcome)) return this.#finishLater(counter, Promise.resolve(result), { sentAt, toResult });
    return toResult(result, outcome && countedUse(outcome, 0, sentAt));
  }

  /** While a count is under way, later uses of the credential wait for the next one. */
  async #finishLater(
    counter: UseCounter | undefined,
    result: Promise<BatchResult>,
    { sentAt, toResult }: { sentAt: number; toResult: ToResult },
  ): Promise<StoreResult> {
    if (counter !== undefined && !isBoundToRequest) counter.isCounting = true;
    const found = await result;
    const outcome = await found.counts[0];
    if (counter !== undefined && !isBoundToRequest) void this.#countWaiting(counter);
    return toResult(found, outcome && countedUse(outcome, 0, sentAt));
  }

  async #waitForCount(
    counter: UseCounter,
    result: Awaitable<BatchResult>,
    toResult: ToResult,
  ): Promise<StoreResult> {
    const counted = new Promise<Outcome<CountedUse>>((settle) => counter.waiting.push(settle));
    return toResult(await result, await counted);
  }

  async #countWaiting(counter: UseCounter): Promise<void> {
    const { query, now } = this.#parts;
    while (counter.waiting.length > 0) {
      const uses = counter.waiting;
      counter.waiting = [];
      const share = counter.firstShare(uses.length);
      const sentAt = now();
      const { counts } = await query({ counts: [counter.toCount(sentAt, share)], reads: [] });
      const outcome = (await counts[0]) ?? notCounted;
      await settleUses(counter, { uses, share, outcome, now: sentAt }, { query, now });
    }
    counter.isCounting = false;
  }
}

type ToResult = (found: BatchResult, counted: StoreResult["counted"]) => StoreResult;

const notFound = new Failure(new TypeError("Cannot read the record: the engine returned no outcome"));
const notCounted = new Failure(new TypeError("Cannot count the use: the engine returned no outcome"));

function updateAll(
  records: readonly CachedRecord<unknown>[],
  { reads, asOf }: BatchResult,
  { sent, opener }: { sent: readonly (Stored<unknown> | null)[]; opener: RecordOpener },
): StoreResult["found"] {
  return records.map((record, index) => {
    const { [index]: outcome = notFound } = reads;
    return record.update(outcome, { sent: sent[index] ?? null, asOf, opener });
  });
}

/** The queries of one batch: equal reads are sent once, and the uses of a credential as one count. */
class MergedBatch {
  /** The place of each record in {@link #records}. */
  readonly #places = new Map<CachedRecord<unknown>, number>();
  readonly #records: CachedRecord<unknown>[] = [];
  readonly #uses = new Map<UseCounter, SettleUse[]>();
  readonly #readers: ((found: StoreResult["found"]) => void)[] = [];

  async add({ counter, records }: StoreQuery): Promise<StoreResult> {
    const places = records.map((record) => this.#place(record));
    const all = new Promise<StoreResult["found"]>((resolve) => this.#readers.push(resolve));
    const counted =
      counter && new Promise<Outcome<CountedUse>>((resolve) => this.#usesOf(counter).push(resolve));
    const found = await all;
    return { counted: await counted, found: places.map((place) => found[place] ?? null) };
  }

  /** Sends the batch, and settles its queries when the outcomes are known. */
  async send({ query, now, opener }: GathererParts): Promise<void> {
    const sentAt = now();
    const shared = Array.from(this.#uses, ([counter, uses]) => ({
      counter,
      uses,
      share: counter.firstShare(uses.length),
    }));
    const sent = this.#records.map(({ stored }) => stored);
    const result = await query({
      counts: shared.map(({ counter, share }) => counter.toCount(sentAt, share)),
      reads: this.#records.map((record) => record.toRead()),
    });
    const found = updateAll(this.#records, result, { sent, opener });
    for (const settle of this.#readers) settle(found);
    for (const [index, { counter, uses, share }] of shared.entries()) {
      const outcome = result.counts[index] ?? notCounted;
      void settleLate(counter, { uses, share, outcome, now: sentAt }, { query, now });
    }
  }

  #place(record: CachedRecord<unknown>): number {
    const known = this.#places.get(record);
    if (known !== undefined) return known;
    const place = this.#records.push(record) - 1;
    this.#places.set(record, place);
    return place;
  }

  #usesOf(counter: UseCounter): SettleUse[] {
    const known = this.#uses.get(counter);
    if (known !== undefined) return known;
    const uses: SettleUse[] = [];
    this.#uses.set(counter, uses);
    return uses;
  }
}

/** Settles uses whose outcome may still come. */
async function settleLate(
  counter: UseCounter,
  shared: { uses: readonly SettleUse[]; share: number; outcome: BatchResult["counts"][number]; now: number },
  parts: Pick<GathererParts, "query" | "now">,
): Promise<void> {
  await settleUses(counter, { ...shared, outcome: await shared.outcome }, parts);
}

/** Returns a query that neither throws nor rejects, whatever the engine does: every item of the batch fails then. */
function neverThrowing(query: QueryBatch): QueryBatch {
  return (batch) => {
    try {
      const result = adopt(query(batch));
      if (!isPromise(result)) return withoutRejections(result);
      return result.then(withoutRejections).catch((error: unknown) => failed(batch, error));
    } catch (error) {
      return failed(batch, error);
    }
  };
}

function withoutRejections({ counts, ...rest }: BatchResult): BatchResult {
  const settled = counts.map((count) =>
    isPromise(count) ? count.catch((error: unknown) => new Failure(error)) : count,
  );
  return { ...rest, counts: settled };
}

function failed({ counts, reads }: Batch, error: unknown): BatchResult {
  const failure = new Failure(error);
  return { counts: counts.map(() => failure), reads: reads.map(() => failure) };
}
