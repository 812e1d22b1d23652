import type { KeyPart } from "../../store/mod.ts";

/** Indexes of an organization. */
export type IndexKind = "posts" | "knowledge";

/** A complete saved index. */
export interface SavedIndexEntry {
  id: string;
  /** Changes with everything that the words and passages of an index depend on, except the documents. */
  stamp: string;
  /** Number of records that hold the index. */
  chunks: number;
  /** Number of bytes, before compression. */
  size: number;
  /** Number of stored characters. */
  stored: number;
  /** Estimated size in memory, in bytes. */
  memory: number;
  /** Milliseconds since the epoch. */
  savedAt: number;
}

/** The record that names the chunks of an index. */
export interface SavedIndexHeader {
  current?: SavedIndexEntry;
  /** Ids of indexes that are not complete, or not needed any more. Their chunks are to be deleted. */
  leftovers: readonly string[];
  /** Id of the index that a process writes. */
  pending?: string;
}

/** A part of a saved index. */
export interface IndexChunk {
  /** Compressed bytes in base64. */
  data: string;
}

/** Maximum number of bytes of a chunk, before compression. Deno KV limits a commit to 800 KB. */
export const chunkSize = 393_216;

export const headerKey = (kind: IndexKind): KeyPart[] => ["search-index", kind];

/** Prefix of the chunks of an index, or of all indexes of a kind. */
export const chunkPrefix = (kind: IndexKind, ...id: readonly string[]): KeyPart[] => [
  "search-chunk",
  kind,
  ...id,
];

export const chunkKey = (kind: IndexKind, id: string, number: number): KeyPart[] => [
  ...chunkPrefix(kind, id),
  number,
];
