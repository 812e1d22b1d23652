import type { Awaitable } from "../awaitable.ts";
import { isBoundToRequest } from "../bound_to_request.ts";
import type { QueryBatch } from "./batch.ts";
import { MergedBatch } from "./merged_batch.ts";
import { PendingQuery, type StoreQuery, type StoreResult } from "./pending_query.ts";
import type { RecordOpener } from "./record_opener.ts";
import type { UseCounter } from "./use_counter.ts";

/** Parts of a {@link QueryGatherer}. */
export interface QueryGathererParts {
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
export class QueryGatherer {
  readonly #parts: QueryGathererParts;
  #next: MergedBatch | undefined;

  constructor(parts: QueryGathererParts) {
    this.#parts = parts;
  }

  /** Runs a query. The result is there immediately if the engine returns no promise. */
  run(query: StoreQuery): Awaitable<StoreResult> {
    const pending = new PendingQuery(query);
    // Cloudflare cancels a request's work with the request, so requests share none.
    if (isBoundToRequest) this.#send(pending, query.counter);
    else if (this.#parts.atEndOfTick !== undefined) this.#join(pending, this.#parts.atEndOfTick);
    else this.#sendOrWait(pending);
    return pending.result;
  }

  #join(pending: PendingQuery, atEndOfTick: (run: () => void) => void): void {
    if (this.#next === undefined) {
      this.#next = new MergedBatch();
      atEndOfTick(() => this.#sendNext());
    }
    this.#next.addReads(pending);
    const { counter } = pending.query;
    if (counter !== undefined) this.#next.addUse(counter, pending);
  }

  #sendNext(): void {
    const batch = this.#next;
    this.#next = undefined;
    if (batch !== undefined) this.#sendBatch(batch);
  }

  #send(pending: PendingQuery, counter: UseCounter | undefined): void {
    const batch = new MergedBatch();
    batch.addReads(pending);
    if (counter !== undefined) batch.addUse(counter, pending);
    this.#sendBatch(batch);
  }

  #sendOrWait(pending: PendingQuery): void {
    const { counter } = pending.query;
    if (counter?.isCounting !== true) {
      this.#send(pending, counter);
      if (counter !== undefined) this.#holdLaterUses(counter, pending);
      return;
    }
    counter.waiting.push(pending);
    this.#send(pending, undefined);
  }

  /** While an asynchronous count is under way, later uses of the credential wait. */
  #holdLaterUses(counter: UseCounter, pending: PendingQuery): void {
    if (pending.isCounted) return;
    counter.isCounting = true;
    pending.onCounted = () => this.#countWaiting(counter);
  }

  #countWaiting(counter: UseCounter): void {
    const uses = counter.waiting;
    const last = uses.at(-1);
    counter.isCounting = last !== undefined;
    if (last === undefined) return;
    counter.waiting = [];
    last.onCounted = () => this.#countWaiting(counter);
    const batch = new MergedBatch();
    for (const use of uses) batch.addUse(counter, use);
    this.#sendBatch(batch);
  }

  #sendBatch(batch: MergedBatch): void {
    const { query, now, opener } = this.#parts;
    batch.send(query, { now: now(), opener });
  }
}
