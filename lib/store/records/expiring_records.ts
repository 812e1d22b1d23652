import type { Committed, Conflict } from "../contract/changes.ts";
import { checkOf } from "./counted_records.ts";
import { collectRecords } from "./collect_records.ts";
import type { KeyPart } from "../encode_key.ts";
import type { Store, StoreChanges } from "../store.ts";

/** The records of one owner in a partition. */
export interface ExpiringRange {
  /** Key prefix of the records. */
  prefix: readonly KeyPart[];
  /** Key of a record without data. Every commit that adds a record checks that it has not changed since the count, and writes it. */
  guard: readonly KeyPart[];
}

/** A limited number of records per owner that expire. No commit removes an expired record, so a counter cannot hold their number. */
export class ExpiringRecords<Data> {
  readonly #store: Store;
  readonly #most: number;
  readonly #isLive: (data: Data) => boolean;

  constructor(store: Store, { most, isLive }: { most: number; isLive: (data: Data) => boolean }) {
    this.#store = store;
    this.#most = most;
    this.#isLive = isLive;
  }

  /** Returns the live records of an owner. */
  async list(partition: readonly KeyPart[], { prefix }: Pick<ExpiringRange, "prefix">): Promise<Data[]> {
    return collectRecords<Data, Data>(this.#store, partition, { prefix }, (page) =>
      page.map(({ data }) => data).filter(this.#isLive),
    );
  }

  /**
   * Commits changes that add one record. It returns null if the owner has the maximum. `expiresAt` is the time at which the record expires.
   */
  async add(
    partition: readonly KeyPart[],
    range: ExpiringRange,
    changes: StoreChanges & { expiresAt: number },
  ): Promise<Committed | Conflict | null> {
    const location = { partition, key: range.guard };
    const subject = "Cannot add the record: the list of records";
    const { outcome } = await this.#store.writes.repeatInTurn(location, subject, () =>
      this.#add(partition, range, changes),
    );
    return outcome;
  }

  /** Returns null if another process has added a record since the count. */
  async #add(
    partition: readonly KeyPart[],
    { prefix, guard: key }: ExpiringRange,
    { expiresAt, checks = [], sets = [], ...changes }: StoreChanges & { expiresAt: number },
  ): Promise<{ outcome: Committed | Conflict | null } | null> {
    const found = await this.#store.getOrDamage({ partition, key });
    if ((await this.list(partition, { prefix })).length >= this.#most) return { outcome: null };
    const outcome = await this.#store.commit(partition, {
      ...changes,
      checks: [...checks, checkOf(key, found)],
      sets: [...sets, { key, data: {}, expiresAt }],
    });
    const isFinal = outcome.committed || outcome.failedChecks.some((index) => index < checks.length);
    return isFinal ? { outcome } : null;
  }
}
