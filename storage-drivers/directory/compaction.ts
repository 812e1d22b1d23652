/** Sizes of a store's files in bytes. */
export interface Compaction {
  bytesBefore: number;
  bytesAfter: number;
}
