import { encodeKey } from "./encode_key.ts";
import type { Location, Stored } from "./stored.ts";

/** A record that questions read: its address, and the version that was read last. A record that is read often is kept between requests. */
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
}
