import { encodeKey } from "./encode_key.ts";
import type { Location, Stored } from "./stored.ts";

/** A record that is read again and again: where it is, and what was found there last. */
export class RememberedRecord<Data> {
  readonly partition: string;
  readonly key: string;
  stored: Stored<Data> | null = null;
  /** The engine's last change when the record was found unchanged: it is as it was while that is still the last. */
  seenAt: number | undefined;

  constructor({ partition, key }: Location) {
    this.partition = encodeKey(partition);
    this.key = encodeKey(key);
  }
}
