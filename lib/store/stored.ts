import type { KeyPart } from "./encode_key.ts";

/** The parts of a record's partition and key. */
export interface Location {
  partition: readonly KeyPart[];
  key: readonly KeyPart[];
}

/** A record's data and its version. */
export interface Stored<Data> {
  /** The encoded key, by which the partition is ordered. */
  key: string;
  data: Data;
  version: string;
}
