import { encodeKey } from "./encode_key.ts";
import { Failure, type FoundRecord, type Outcome, type RecordRead } from "./batch.ts";
import type { RecordOpener } from "./record_opener.ts";
import type { Location, Stored } from "./stored.ts";
import { toStoreError } from "./to_store_error.ts";

/** A record that questions read: its address, and the version that was read last. One that is read again and again is kept between requests. */
export class CachedRecord<Data> {
  readonly partition: string;
  readonly key: string;
  stored: Stored<Data> | null = null;
  /** The state in which the store last found {@link stored} unchanged. */
  asOf: number | undefined;

  constructor({ partition, key }: Location) {
    this.partition = encodeKey(partition);
    this.key = encodeKey(key);
  }

  /** Returns the read that compares the record with the cached version. */
  toRead(): RecordRead {
    const { partition, key, stored, asOf } = this;
    return { partition, key, known: stored === null ? undefined : { version: stored.version, asOf } };
  }

  /**
   * Takes over the outcome of a read.
   *
   * @param sent the cached version when the read was sent; a later result may have replaced it
   * @param asOf the state that was read
   */
  update(
    outcome: Outcome<FoundRecord>,
    { sent, asOf, opener }: { sent: Stored<unknown> | null; asOf: number | undefined; opener: RecordOpener },
  ): Outcome<Stored<unknown> | null> {
    if (outcome instanceof Failure) return new Failure(toStoreError(outcome.error));
    if (outcome === "unchanged") {
      if (sent === this.stored) this.asOf = asOf;
      return sent;
    }
    this.asOf = undefined;
    this.stored = null;
    if (outcome === null) return null;
    try {
      this.stored = opener.open<Data>(this, outcome);
      return this.stored;
    } catch (error) {
      return new Failure(error);
    }
  }
}
