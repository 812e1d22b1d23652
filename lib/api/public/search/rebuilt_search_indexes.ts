/** A search index that was built anew. */
export interface RebuiltSearchIndex {
  /** Number of posts or texts. */
  documents: number;
  /** Number of parts that a search finds and cites. */
  passages: number;
  words: number;
  /** Estimated bytes in memory. */
  memoryBytes: number;
  /** Bytes in the store. Null if the index is too small to be saved. */
  savedBytes: number | null;
}

/** The search indexes of an organization that were built anew. */
export interface RebuiltSearchIndexes {
  /** The public posts. */
  posts: RebuiltSearchIndex;
  /** The texts of the knowledge base. */
  knowledge: RebuiltSearchIndex;
}
