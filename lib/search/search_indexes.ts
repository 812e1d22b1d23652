import type { IndexKind } from "./saved/index_record.ts";
import type { IndexSource } from "./index_source.ts";
import type { SearchIndex } from "./search_index.ts";

/** An index, with its source. */
export interface NamedIndex {
  organization: { id: string; slug: string };
  kind: IndexKind;
  /** Stamp of its saved form. */
  stamp: string;
  source: IndexSource;
}

/** An index that was built anew. */
export interface RebuiltIndex {
  /** Number of posts or texts. */
  documents: number;
  /** Number of parts that a search finds and cites. */
  passages: number;
  words: number;
  /** Estimated bytes in memory. 0 if the storage keeps the index in tables. */
  memoryBytes: number;
  /** Bytes in the store. Null if the index is too small to be saved, or if the storage keeps it in tables. */
  savedBytes: number | null;
}

/** The indexes of all organizations. */
export interface SearchIndexes {
  /**
   * Returns an index that is up to date with its source.
   *
   * @param revision the revision that the request has read, if it has
   * @param signal stops the queries of the returned index
   * @throws {SearchIndexTooLargeError} if the documents exceed the limit of memory
   */
  current(named: NamedIndex, revision?: string, signal?: AbortSignal): Promise<SearchIndex>;
  /**
   * Builds an index from all documents, and saves it. Searches use the earlier index in the meantime.
   *
   * @throws {SearchIndexTooLargeError} if the documents exceed the limit of memory
   */
  rebuild(named: NamedIndex): Promise<RebuiltIndex>;
}
