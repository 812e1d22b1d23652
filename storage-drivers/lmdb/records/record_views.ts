import type { Clock } from "../../../lib/base/time/clock.ts";
import {
  type Address,
  DamagedRecordError,
  type OnDamaged,
  type Range,
  type Versioned,
} from "../../../lib/store/mod.ts";
import { addressOf, type RecordView } from "./record_store.ts";
import { live, type LmdbRecord } from "./record_text.ts";

/** Parts of {@link RecordViews}. */
export interface RecordViewsParts {
  main: RecordView;
  counters: RecordView;
  clock: Clock;
}

/** Live records of both environments, from the current state or a snapshot. A record in `main` takes precedence over one in `counters`. */
export class RecordViews {
  readonly #parts: RecordViewsParts;

  constructor(parts: RecordViewsParts) {
    this.#parts = parts;
  }

  read({ partition, key }: Address): Versioned | null {
    const record = this.find(addressOf(partition, key));
    return record ? { key, value: record.value, version: record.version } : null;
  }

  list(partition: string, range: Range): Versioned[] {
    const { main, counters } = this.#parts;
    const { start = "", end, limit, reverse = false, onDamaged } = range;
    const first = addressOf(partition, start);
    const last = end === undefined ? `${partition}!` : addressOf(partition, end);
    const found: Versioned[] = [];
    if (limit < 1 || first >= last) return found;
    const records = main.range(first, last, reverse);
    for (const entry of mergeRanges(records, counters.range(first, last, reverse), reverse)) {
      const record = live(
        readable(() => main.parse(entry), onDamaged),
        this.#parts.clock.now(),
      );
      if (record === undefined) continue;
      const { value, version } = record;
      found.push({ key: entry.key.slice(partition.length + 1), value, version });
      if (found.length === limit) break;
    }
    return found;
  }

  /** @param address partition and key, joined */
  find(address: string): LmdbRecord | undefined {
    const { main, counters, clock } = this.#parts;
    return live(main.get(address) ?? counters.get(address), clock.now());
  }
}

/** Reads a record, and passes damage to a callback. Without a callback, it throws the damage. */
function readable<Result>(read: () => Result, onDamaged: OnDamaged | undefined): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DamagedRecordError) || onDamaged === undefined) throw error;
    onDamaged(error);
    return undefined;
  }
}

/** An entry with a key that determines its order. */
interface Keyed {
  key: string;
}

/** Merges two ranges of the same order. If both have the same key, the first range's entry is used. */
function* mergeRanges<Entry extends Keyed>(
  first: Iterable<Entry>,
  second: Iterable<Entry>,
  reverse: boolean,
): Generator<Entry> {
  const others = second[Symbol.iterator]();
  try {
    let other = others.next();
    for (const entry of first) {
      for (; !other.done && isBefore(other.value.key, entry.key, reverse); other = others.next()) {
        yield other.value;
      }
      if (!other.done && other.value.key === entry.key) other = others.next();
      yield entry;
    }
    for (; !other.done; other = others.next()) yield other.value;
  } finally {
    others.return?.();
  }
}

function isBefore(one: string, other: string, reverse: boolean): boolean {
  return reverse ? one > other : one < other;
}
