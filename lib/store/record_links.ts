import type { Address } from "./atomic_driver.ts";
import { encodeKey } from "./encode_key.ts";
import type { Location } from "./stored.ts";

/** An address and the data of the record there. */
export interface OpenedRecord extends Address {
  // The data of a record that may be damaged: each rule says which kind it expects.
  data: unknown;
}

/** A record that repeats data of another record, such as an entry of an index. It can be rebuilt. */
export interface DerivedRecord extends Address {
  data: object;
  /** Milliseconds since the epoch. Default: the record does not expire. */
  expiresAt?: number;
  /** Key that may hold the same data instead. */
  alternative?: string;
  /** Record that must exist, and its data have this id, or nothing is derived. */
  onlyIf?: { address: Address; id: string };
}

/** The records that must exist together with a record. */
export interface RecordLinks {
  /** Records that can be rebuilt from this one. */
  derived?: readonly DerivedRecord[];
  /** A record that must exist and cannot be rebuilt, such as the HTML of a post. */
  companion?: Address;
  /** The record that this one belongs to, or is derived from. */
  source?: Address;
}

/** Returns the links of a record, or undefined for records without any. */
export type LinkRule = (record: OpenedRecord) => RecordLinks | undefined;

/** Encodes a location. */
export function addressAt({ partition, key }: Location): Address {
  return { partition: encodeKey(partition), key: encodeKey(key) };
}
