import type { Address } from "../contract/atomic_driver.ts";
import { encodeKey } from "../encode_key.ts";
import type { Location } from "../stored.ts";

/** A record's address and data. */
export interface OpenedRecord extends Address {
  // Unknown, because the record may be damaged: each rule checks for the type that it expects.
  data: unknown;
}

/** A record that repeats data of another record, such as an index entry. It can be rebuilt. */
export interface DerivedRecord extends Address {
  data: object;
  /** Milliseconds since the epoch. Default: the record does not expire. */
  expiresAt?: number;
  /** Another key that may hold the same data. */
  alternative?: string;
  /** Record that must exist and have this id in its data. Otherwise the record is not derived. */
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
  /** True if `source` must list the record in its `derived`. Default: false. */
  isDerived?: boolean;
}

/** Returns the links of a record, or undefined for records without any. */
export type LinkRule = (record: OpenedRecord) => RecordLinks | undefined;

/** Encodes a location. */
export function addressAt({ partition, key }: Location): Address {
  return { partition: encodeKey(partition), key: encodeKey(key) };
}
