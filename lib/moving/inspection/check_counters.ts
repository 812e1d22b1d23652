import { systemClock } from "../../base/time/clock.ts";
import { findWrongTally, recountTallies } from "../../content/mod.ts";
import {
  type Address,
  type AtomicOperations,
  type CountedKind,
  DamagedRecordError,
  encodeKey,
  findMiscount,
  rangeOf,
  recount,
  type ScannedRecord,
  Store,
  lastTextOf,
  type StoreAndClock,
} from "../../store/mod.ts";
import { mediaKind } from "../../media/moved_media.ts";
import { webhookKind } from "../../webhooks/mod.ts";
import type { StoreFinding } from "./store_finding.ts";

/** The counted kinds of records in the partitions of organizations. */
const countedKinds = [webhookKind, mediaKind].map((kind: CountedKind) => ({
  kind,
  range: rangeOf(kind.prefix),
  counter: encodeKey(kind.counter),
}));

/** Compares the counters of an organization's partition with their records. */
export class CounterCheck {
  readonly #atomic: AtomicOperations;
  readonly #partition: string;
  /** For each kind, the sum of the scanned records less the scanned counter. */
  readonly #differences = new Map<CountedKind, number>();

  constructor(atomic: AtomicOperations, partition: string) {
    this.#atomic = atomic;
    this.#partition = partition;
  }

  /** Counts a scanned record. */
  add({ key, record }: ScannedRecord): void {
    for (const { kind, range, counter } of countedKinds) {
      const isCounted = key >= range.start && key < range.end;
      const change = isCounted
        ? shareOf(kind, record)
        : key === counter
          ? -Number(record?.value["sum"] ?? 0)
          : 0;
      if (change !== 0) this.#differences.set(kind, (this.#differences.get(kind) ?? 0) + change);
    }
  }

  /** Returns the counters that are wrong. A counter that differs from the scan is read again, because the store may be in use. */
  async findings(): Promise<StoreFinding[]> {
    const slug = organizationOf(this.#partition);
    const store = new Store(this.#atomic, { clock: systemClock, onDamaged: () => undefined });
    const findings: StoreFinding[] = [];
    for (const [kind, difference] of this.#differences) {
      if (difference === 0 || slug === undefined) continue;
      const address = { partition: this.#partition, key: encodeKey(kind.counter) };
      try {
        const records = await findMiscount(store, ["org", slug], kind);
        if (records === undefined) continue;
        findings.push({ problem: "miscounted", address, place: this.#placeOf(address), records });
      } catch (error) {
        // A damaged counter is a finding of its own.
        if (!(error instanceof DamagedRecordError)) throw error;
      }
    }
    return [...findings, ...(slug === undefined ? [] : await this.#tallyFindings(store, slug))];
  }

  /** Returns a count of tags or authors that is wrong, if any. A repair corrects all of them. */
  async #tallyFindings(store: Store, slug: string): Promise<StoreFinding[]> {
    const found = await findWrongTally(store, slug);
    if (found === undefined) return [];
    const address = { partition: this.#partition, key: found.key };
    return [{ problem: "miscounted", address, place: this.#placeOf(address), records: found.posts }];
  }

  #placeOf(address: Address): string {
    return this.#atomic.placeOf?.(address) ?? `${address.partition} ${address.key}`;
  }
}

/** Returns the share of a scanned record in the counter of its kind. */
function shareOf({ weigh }: CountedKind, record: ScannedRecord["record"]): number {
  const data = record?.value["data"];
  if (weigh === undefined) return 1;
  return typeof data === "object" && data !== null ? weigh(data) : 0;
}

/** Sets a counter to the sum of its records, or all counts of tags and authors to the numbers of their posts. */
export async function repairCounter(deps: StoreAndClock, { partition, key }: Address): Promise<boolean> {
  const { store } = deps;
  const found = countedKinds.find(({ counter }) => counter === key);
  const slug = organizationOf(partition);
  if (slug !== undefined && key.startsWith("tally")) return recountTallies(deps, slug);
  return found !== undefined && slug !== undefined && (await recount(store, ["org", slug], found.kind));
}

/** Returns the slug of the organization whose records a partition holds, if any. */
export function organizationOf(partition: string): string | undefined {
  return partition.startsWith(rangeOf(["org"]).start) ? lastTextOf(partition) : undefined;
}
