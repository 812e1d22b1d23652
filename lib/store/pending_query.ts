import type { Awaitable } from "../awaitable.ts";
import type { Outcome } from "./batch.ts";
import type { CachedRecord } from "./cached_record.ts";
import type { Stored } from "./stored.ts";
import type { CountedUse, PendingUse, UseCounter } from "./use_counter.ts";

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

/** A query whose outcomes come in parts. */
export class PendingQuery implements PendingUse {
  readonly query: StoreQuery;
  #counted: Outcome<CountedUse> | undefined;
  #found: StoreResult["found"] | undefined;
  #resolve: ((result: StoreResult) => void) | undefined;
  onCounted: (() => void) | undefined;

  constructor(query: StoreQuery) {
    this.query = query;
  }

  settleCount(counted: Outcome<CountedUse>): void {
    this.#counted = counted;
    this.#settle();
    this.onCounted?.();
  }

  get isCounted(): boolean {
    return this.#counted !== undefined;
  }

  settleReads(found: StoreResult["found"]): void {
    this.#found = found;
    this.#settle();
  }

  /** The result, immediately where all outcomes are known. */
  get result(): Awaitable<StoreResult> {
    return this.#result ?? new Promise((resolve) => (this.#resolve = resolve));
  }

  get #result(): StoreResult | undefined {
    if (this.#found === undefined) return undefined;
    if (this.query.counter !== undefined && this.#counted === undefined) return undefined;
    return { counted: this.#counted, found: this.#found };
  }

  #settle(): void {
    const result = this.#resolve && this.#result;
    if (result !== undefined) this.#resolve?.(result);
  }
}
