import { type Awaitable, isPromise, orElse } from "../base/awaitable.ts";
import { isBoundToRequest } from "../base/bound_to_request.ts";
import type { Clock } from "../base/time/clock.ts";
import {
  type Batch,
  type BatchResult,
  type Count,
  Failure,
  type FoundRecord,
  type Outcome,
  type QueryBatch,
  type RecordRead,
} from "./contract/batch.ts";
import type { Committed, Conflict, Versioned } from "./contract/changes.ts";
import type { CachedRecord, CallQuestion, FoundRecords, Question } from "./question.ts";
import type { RecordOpener } from "./record_opener.ts";
import type { Stored } from "./stored.ts";
import { toStoreError } from "./to_store_error.ts";

/** The outcome of one use. */
export interface CountedUse {
  /** A refused use changes no counter. */
  outcome: Committed | Conflict;
  /** Time of the count, in milliseconds since the epoch. */
  now: number;
}

/** Called once with the outcome of a use. */
type SettleUse = (counted: Outcome<CountedUse>) => void;

/** The counters of one credential. Concurrent uses with the same `UseCounter` share one commit. */
export class UseCounter {
  /** Returns the commit that counts `uses` uses at the time `now`, in milliseconds since the epoch. */
  readonly toCount: (now: number, uses: number) => Count;
  /** Uses that wait for the pending commit, for engines that send each query immediately. */
  waiting: SettleUse[] = [];
  isCounting = false;
  /** True if the last commit exceeded a maximum. The next commit then counts a single use. */
  wasRefused = false;

  constructor(toCount: (now: number, uses: number) => Count) {
    this.toCount = toCount;
  }
}

type AskedStore = Record<"latest" | "replica", Gatherer>;
type Records = readonly CachedRecord<unknown>[];
type CountOutcome = Outcome<Committed | Conflict>;
type Read = Outcome<Stored<unknown> | null>;
type Called = ReadonlyMap<CallQuestion<unknown>, Outcome<unknown>>;

/** Outcomes of reads. A request's outcomes may contain records of other requests. */
type Found = ReadonlyMap<CachedRecord<unknown>, Read>;

/** The results of one request's questions. */
export class Answers implements FoundRecords {
  readonly #counted: Outcome<CountedUse> | undefined;
  readonly #found: Found;
  readonly #called: Called | undefined;

  constructor(counted: Outcome<CountedUse> | undefined, found: Found, called?: Called) {
    this.#counted = counted;
    this.#found = found;
    this.#called = called;
  }

  /** Returns the same results with those of the host's functions. */
  withCalls(called: Called): Answers {
    return new Answers(this.#counted, this.#found, called);
  }

  /** Returns the counted use, or throws its failure. */
  get use(): CountedUse {
    const counted = this.#counted;
    if (counted instanceof Failure) throw counted.error;
    if (counted === undefined) throw new TypeError("Cannot verify a key before its use is counted");
    return counted;
  }

  /** True if the question was part of the request. */
  has(question: Question<unknown>): boolean {
    if (!("records" in question)) return this.#called?.has(question) === true;
    return question.records.every((record) => this.#found.has(record));
  }

  /** Returns the result of a question, or throws its failure. */
  of<Answer>(question: Question<Answer>): Answer {
    if ("records" in question) return question.read(this);
    const answer = this.#called?.get(question);
    if (answer instanceof Failure) throw answer.error;
    return answer as Answer;
  }

  get<Data>(record: CachedRecord<Data>): Stored<Data> | null {
    const found = this.#found.get(record);
    if (found instanceof Failure) throw found.error;
    if (found === undefined) throw new TypeError("Cannot return a record that was not read");
    return found as Stored<Data> | null;
  }
}

const nothing = new Answers(undefined, new Map());

/**
 * Runs the questions of one request, and counts a use of its key, in one round trip to the store. Calls functions of the host concurrently.
 * It never rejects: {@link Answers.of} throws the failure of a question. A repeated question runs once.
 *
 * @param mayBeStale true if a replica of the store may answer
 */
export function runQuestions(
  store: AskedStore,
  questions: readonly Question<unknown>[],
  counter?: UseCounter,
  mayBeStale = false,
): Awaitable<Answers> {
  const records: CachedRecord<unknown>[] = [];
  const calls = new Set<CallQuestion<unknown>>();
  for (const question of questions) {
    if ("records" in question) records.push(...question.records);
    else calls.add(question);
  }
  const gatherer = mayBeStale ? store.replica : store.latest;
  const isEmpty = counter === undefined && records.length === 0;
  const answers = isEmpty ? nothing : gatherer.run(counter, records);
  return calls.size > 0 ? callHost(calls, answers) : answers;
}

/** Runs one question outside a request's first round trip. */
export async function runQuestion<Answer>(store: AskedStore, question: Question<Answer>): Promise<Answer> {
  return (await runQuestions(store, [question])).of(question);
}

async function callHost(
  questions: ReadonlySet<CallQuestion<unknown>>,
  stored: Awaitable<Answers>,
): Promise<Answers> {
  const calls = Array.from(questions, async (question) => {
    const answer = await orElse<unknown>(
      () => question.call(),
      (error) => new Failure(error),
    );
    return [question, answer] as const;
  });
  const [answers, called] = await Promise.all([stored, Promise.all(calls)]);
  return answers.withCalls(new Map(called));
}

/** Parts of a {@link Gatherer}. */
export interface GathererParts {
  query: QueryBatch;
  /** Runs a callback at the end of the event loop tick, for engines that prefer one call per tick. */
  atEndOfTick: ((run: () => void) => void) | undefined;
  clock: Clock;
  opener: RecordOpener;
  /** True if results may be older than cached versions that another query found meanwhile. Default: false. */
  mayBeStale?: boolean;
}

/** The queries of one event loop tick. Equal reads are sent once, and the uses of a credential become one count. */
interface GatheredBatch {
  records: Set<CachedRecord<unknown>>;
  uses: Map<UseCounter, SettleUse[]>;
  found: Promise<Found>;
}

/** Uses of a credential that share a commit. The commit counts the first `share` of them. */
interface SharedCount {
  counter: UseCounter;
  uses: readonly SettleUse[];
  /** Number of uses in the commit. */
  share: number;
  sentAt: number;
}

/**
 * Sends the queries of requests to an engine. With `atEndOfTick`, the queries of one event loop tick are one batch. Otherwise each query is sent
 * immediately, but uses of a credential with a pending count wait for the next count. No query joins a batch that was already sent, because its
 * request may depend on a later change.
 */
export class Gatherer {
  readonly #parts: GathererParts;
  #next: GatheredBatch | undefined;

  constructor(parts: GathererParts) {
    this.#parts = parts;
  }

  /** Counts a use and reads the records of one request. It returns synchronously if the engine does. */
  run(counter: UseCounter | undefined, records: Records): Awaitable<Answers> {
    const { atEndOfTick, clock } = this.#parts;
    // Cloudflare cancels a request's work with the request, so requests share no batches.
    if (atEndOfTick !== undefined && !isBoundToRequest) {
      return join((this.#next ??= this.#beginBatch(atEndOfTick)), counter, records);
    }
    const sentAt = clock.now();
    const isWaiting = counter !== undefined && counter.isCounting && !isBoundToRequest;
    const counts = counter === undefined || isWaiting ? [] : [counter.toCount(sentAt, 1)];
    const { reads, found } = readsOf(records);
    const result = this.#query({ counts, reads });
    if (isWaiting) return this.#waitForCount(counter, result, found);
    if (isPromise(result)) return this.#finishLater(counter, { result, found, sentAt });
    const [outcome] = result.counts;
    if (isPromise(outcome)) return this.#finishLater(counter, { result, found, sentAt });
    const counted = counter && countedUse(outcome ?? notCounted, 0, sentAt);
    return new Answers(counted, this.#update(found, result));
  }

  #beginBatch(atEndOfTick: (run: () => void) => void): GatheredBatch {
    const records: GatheredBatch["records"] = new Set();
    const uses: GatheredBatch["uses"] = new Map();
    const found = new Promise<Found>((resolve) =>
      atEndOfTick(() => {
        this.#next = undefined;
        resolve(this.#sendBatch(records, uses));
      }),
    );
    return { records, uses, found };
  }

  /** Sends a batch and returns its records. Each use settles when its outcome is known. */
  async #sendBatch(records: GatheredBatch["records"], uses: GatheredBatch["uses"]): Promise<Found> {
    const sentAt = this.#parts.clock.now();
    const shared: SharedCount[] = [];
    const counts: Count[] = [];
    for (const [counter, settled] of uses) {
      const share = counter.wasRefused ? 1 : settled.length;
      shared.push({ counter, uses: settled, share, sentAt });
      counts.push(counter.toCount(sentAt, share));
    }
    const { reads, found } = readsOf(records);
    const result = await this.#query({ counts, reads });
    for (const [index, count] of shared.entries()) void this.#settle(count, result.counts[index]);
    return this.#update(found, result);
  }

  /** Waits for the result. While a count is pending, later uses of the credential wait for the next count. */
  async #finishLater(
    counter: UseCounter | undefined,
    { result, found, sentAt }: { result: Awaitable<BatchResult>; found: SentRecords; sentAt: number },
  ): Promise<Answers> {
    if (counter === undefined) return new Answers(undefined, this.#update(found, await result));
    counter.isCounting = !isBoundToRequest;
    const read = await result;
    const outcome = await settled(read.counts[0]);
    if (!isBoundToRequest) void this.#countWaiting(counter);
    return new Answers(countedUse(outcome, 0, sentAt), this.#update(found, read));
  }

  async #waitForCount(
    counter: UseCounter,
    result: Awaitable<BatchResult>,
    found: SentRecords,
  ): Promise<Answers> {
    const counted = new Promise<Outcome<CountedUse>>((settle) => counter.waiting.push(settle));
    const read = this.#update(found, await result);
    return new Answers(await counted, read);
  }

  async #countWaiting(counter: UseCounter): Promise<void> {
    while (counter.waiting.length > 0) {
      const uses = counter.waiting;
      counter.waiting = [];
      const share = counter.wasRefused ? 1 : uses.length;
      const sentAt = this.#parts.clock.now();
      await this.#settle({ counter, uses, share, sentAt }, this.#count(counter.toCount(sentAt, share)));
    }
    counter.isCounting = false;
  }

  /**
   * Settles the uses that a commit counted, and counts the rest. A commit that exceeds a maximum is retried with half as many uses, so that exactly
   * the maximum is admitted. If a single use is refused, all remaining uses are refused.
   */
  async #settle(
    { counter, uses, share, sentAt }: SharedCount,
    first: BatchResult["counts"][number] | undefined,
  ): Promise<void> {
    let outcome = await settled(first);
    let left = uses;
    let size = share;
    let countedAt = sentAt;
    for (;;) {
      const known = outcome instanceof Failure ? undefined : outcome;
      const isAboveMaximum = known?.committed === false && known.failedChecks.length === 0;
      if (isAboveMaximum && size > 1) size = Math.floor(size / 2);
      else {
        counter.wasRefused = isAboveMaximum;
        const counted = known?.committed === true ? size : left.length;
        for (let use = 0; use < counted; use++) {
          left[use]?.(countedUse(outcome, counted - 1 - use, countedAt));
        }
        left = left.slice(counted);
        size = left.length;
      }
      if (left.length === 0) return;
      // Each commit uses the day and second in which it is sent, because an expired counter would restart at 0.
      countedAt = this.#parts.clock.now();
      outcome = await this.#count(counter.toCount(countedAt, size));
    }
  }

  async #count(count: Count): Promise<CountOutcome> {
    const { counts } = await this.#query({ counts: [count], reads: [] });
    return settled(counts[0]);
  }

  /** Sends a batch. It never throws or rejects: if the engine fails, every item of the batch is a failure. */
  #query(batch: Batch): Awaitable<BatchResult> {
    return orElse(
      () => this.#parts.query(batch),
      (error) => failed(batch, error),
    );
  }

  /** Replaces the cached versions with the outcomes of their reads. */
  #update(found: SentRecords, { reads, asOf }: BatchResult): Found {
    const updated: Map<CachedRecord<unknown>, Read> = found;
    let index = 0;
    for (const [record, sent] of found) {
      const { [index++]: outcome = notRead } = reads;
      if (outcome !== "unchanged") updated.set(record, this.#replace(record, outcome, sent));
      else if (sent === record.stored) record.asOf = asOf;
    }
    return updated;
  }

  #replace(
    record: CachedRecord<unknown>,
    outcome: Outcome<Exclude<FoundRecord, "unchanged">>,
    sent: Stored<unknown> | null,
  ): Read {
    if (outcome instanceof Failure) return new Failure(toStoreError(outcome.error));
    if (this.#parts.mayBeStale === true && sent !== record.stored) return this.#open(record, outcome);
    record.asOf = undefined;
    record.stored = null;
    const opened = this.#open(record, outcome);
    if (!(opened instanceof Failure)) record.stored = opened;
    return opened;
  }

  #open(record: CachedRecord<unknown>, found: Versioned | null): Read {
    try {
      return found && this.#parts.opener.open(record, found);
    } catch (error) {
      return new Failure(error);
    }
  }
}

/** The cached version of each record when its read was sent. A later result may replace it before the response. */
type SentRecords = Map<CachedRecord<unknown>, Stored<unknown> | null>;

function readsOf(records: Iterable<CachedRecord<unknown>>): { reads: RecordRead[]; found: SentRecords } {
  const reads: RecordRead[] = [];
  const found: SentRecords = new Map();
  for (const record of records) {
    if (found.has(record)) continue;
    const { partition, key, stored, asOf } = record;
    found.set(record, stored);
    reads.push({ partition, key, known: stored === null ? undefined : { version: stored.version, asOf } });
  }
  return { reads, found };
}

/** Adds a request's use and records to a batch that has not been sent. */
async function join(batch: GatheredBatch, counter: UseCounter | undefined, added: Records): Promise<Answers> {
  const { records, uses, found } = batch;
  for (const record of added) records.add(record);
  if (counter === undefined) return new Answers(undefined, await found);
  const waiting = uses.get(counter) ?? [];
  uses.set(counter, waiting);
  const counted = new Promise<Outcome<CountedUse>>((settle) => waiting.push(settle));
  const read = await found;
  return new Answers(await counted, read);
}

const notRead = new Failure(new TypeError("Cannot read the record: the engine returned no outcome"));
const notCounted = new Failure(new TypeError("Cannot count the use: the engine returned no outcome"));

/** Waits for the outcome of a count. */
async function settled(outcome: BatchResult["counts"][number] | undefined): Promise<CountOutcome> {
  try {
    return (await outcome) ?? notCounted;
  } catch (error) {
    return new Failure(error);
  }
}

/** Returns the outcome of one use in a shared commit, with `after` uses after it. Its sums are those that a separate commit would return. */
function countedUse(outcome: CountOutcome, after: number, now: number): Outcome<CountedUse> {
  if (outcome instanceof Failure) return new Failure(toStoreError(outcome.error));
  if (!outcome.committed || after === 0) return { outcome, now };
  const { version, sums } = outcome;
  return { outcome: { committed: true, version, sums: sums.map((sum) => sum - after) }, now };
}

function failed({ counts, reads }: Batch, error: unknown): BatchResult {
  const failure = new Failure(error);
  return { counts: counts.map(() => failure), reads: reads.map(() => failure) };
}
