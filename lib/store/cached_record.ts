import { encodeKey } from "./encode_key.ts";
import type { Location, Stored } from "./stored.ts";

/** The address of a record that questions read, and the version last read. Frequently read records stay cached between requests. */
export class CachedRecord<Data> {
  readonly partition: string;
  readonly key: string;
  stored: Stored<Data> | null = null;
  /** `asOf` of the last result that found {@link stored} unchanged. */
  asOf: number | undefined;

  constructor({ partition, key }: Location) {
    this.partition = encodeKey(partition);
    this.key = encodeKey(key);
  }
}
