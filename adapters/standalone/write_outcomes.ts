import { andThen, type Awaitable, orElse } from "../../lib/base/awaitable.ts";
import type { Clock } from "../../lib/base/time/clock.ts";
import { DamagedRecordError, StoreLimitError } from "../../lib/mod.ts";
import { type AtomicDriver, type AtomicOperations, type BatchResult, Failure } from "../../lib/store/mod.ts";

/** Milliseconds after which a refused count no longer stands. A request then has to find out again. */
const longestBelief = 30_000;

/** Kinds of writes. An engine can have a place of its own for counters. */
type Kind = "records" | "counts";

/** Times of the first and the last of some refused writes, in milliseconds since the epoch. */
interface Refusal {
  since: number;
  last: number;
}

/** Options of {@link WriteOutcomes}. */
export interface WriteOutcomesOptions {
  clock: Clock;
  /** Called with the error of the first refused write. */
  onRefused: (error: unknown) => void;
  /** Called when the store accepts writes again. */
  onAccepted: () => void;
}

/** Knows the outcomes of the last writes of requests and of background work. It writes nothing itself. */
export class WriteOutcomes {
  readonly #options: WriteOutcomesOptions;
  readonly #refusals = new Map<Kind, Refusal>();

  constructor(options: WriteOutcomesOptions) {
    this.#options = options;
  }

  /** Time since which writes are refused, in milliseconds since the epoch. Undefined if the last writes were accepted. */
  get refusedSince(): number | undefined {
    const times = Array.from(this.#refusals.values(), ({ since }) => since);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** True if a count was refused in the last 30 seconds, and the store has accepted none since. */
  get areCountsRefused(): boolean {
    const refusal = this.#refusals.get("counts");
    return refusal !== undefined && this.#options.clock.now() - refusal.last < longestBelief;
  }

  /** Returns the driver with its writes watched. */
  watch(driver: AtomicDriver): AtomicDriver {
    const { atomic } = driver;
    const query = atomic.query?.bind(atomic);
    const own: Partial<AtomicOperations> = {
      commit: (partition, changes) => {
        const isCount = changes.sets === undefined && changes.deletes === undefined;
        return this.#noted(isCount ? "counts" : "records", () => atomic.commit(partition, changes));
      },
      ...(query && {
        query: (batch) => (batch.counts.length === 0 ? query(batch) : this.#notedCounts(query(batch))),
      }),
    };
    const watched = new Proxy(atomic, {
      get: (target, name) => {
        if (Object.hasOwn(own, name)) return Reflect.get(own, name) as unknown;
        const member: unknown = Reflect.get(target, name);
        return typeof member === "function" ? (member.bind(target) as unknown) : member;
      },
    });
    return { ...driver, atomic: watched };
  }

  #noted<Result>(kind: Kind, write: () => Awaitable<Result>): Awaitable<Result> {
    const written = orElse(write, (error) => {
      this.#refuse(kind, error);
      throw error;
    });
    return andThen(written, (result) => {
      this.#accept(kind);
      return result;
    });
  }

  #notedCounts(result: Awaitable<BatchResult>): Awaitable<BatchResult> {
    return andThen(result, (read) => {
      for (const count of read.counts) {
        void andThen(count, (outcome) => {
          if (outcome instanceof Failure) this.#refuse("counts", outcome.error);
          else this.#accept("counts");
        });
      }
      return read;
    });
  }

  #refuse(kind: Kind, error: unknown): void {
    // These errors are about a single record or change.
    if (error instanceof DamagedRecordError || error instanceof StoreLimitError) return;
    const isFirst = this.#refusals.size === 0;
    const last = this.#options.clock.now();
    this.#refusals.set(kind, { since: this.#refusals.get(kind)?.since ?? last, last });
    if (isFirst) this.#options.onRefused(error);
  }

  /** Records take more room than counts. So a store that accepts records accepts counts, too. */
  #accept(kind: Kind): void {
    if (this.#refusals.size === 0) return;
    this.#refusals.delete("counts");
    if (kind === "records") this.#refusals.delete("records");
    if (this.#refusals.size === 0) this.#options.onAccepted();
  }
}
