/**
 * Tables of words, which a storage with a query language of its own offers. The storage then finds the results that a search ranks, and no
 * process keeps an index in memory.
 */
export interface SearchTables {
  /** Returns the same tables. Their reads stop when the signal aborts. */
  stoppedBy(signal: AbortSignal): SearchTables;
  /** Returns an index, or null if there is none. */
  find(name: IndexName): Promise<IndexState | null>;
  /**
   * Reserves an index for a writer, and creates it if there is none. From then on {@link find} returns no revision, until {@link finish}. Each
   * change extends the reservation, which ends after 10 s without one.
   *
   * @returns the state with the revision of the last finished work, whose rows may have changed since; or null if another writer has it
   */
  claim(name: IndexName, writer: string): Promise<IndexState | null>;
  /** Returns the versions of documents in the order of their keys, from the first key after `after` on. */
  versions(index: number, after: string, limit: number): Promise<{ key: string; version: string }[]>;
  /** Removes documents and adds others. A document with very many words may be added in parts, before {@link finish}. */
  apply(change: IndexChange): Promise<Written>;
  /** Ends the work of a writer, and makes the index current. */
  finish(change: FinishedIndex): Promise<Written>;
  /** Ends the work of a writer that has failed. */
  release(index: number, writer: string): Promise<void>;
  /** Gives an index the name of another index, which is removed later. */
  rename(index: number, name: IndexName): Promise<void>;
  /** Has an index removed later, if there is one. */
  drop(name: IndexName): Promise<void>;
  /** Returns the words of an index that a query may find. Only words that a document has. */
  words(query: WordsQuery): Promise<FoundWord[]>;
  /**
   * Returns the words that can have a few letters more, fewer or other than misspelled words, in no order. Only words that a document has. Some
   * have more typos than that. It may leave out words with several typos of which one is in the first letter.
   */
  similarWords(index: number, misspelled: readonly MisspelledWord[]): Promise<SimilarWord[]>;
  /** Finds results for a ranking. */
  findResults(query: FindQuery): Promise<CandidateResult[]>;
  /** Reads results, in no order. Those that were removed are left out. */
  readResults(results: readonly number[]): Promise<ReadResult[]>;
  /** Returns the passages of the first result of a document that is public, as they were added. */
  passagesOf(
    index: number,
    slug: string,
    now: number,
  ): Promise<{ key: string; isFree: boolean; passages: string } | null>;
  /** Returns the number of documents, and of their passages. */
  sizeOf(index: number): Promise<{ documents: number; passages: number }>;
}

/** False: another writer has taken the index over. */
export type Written = boolean;

/** Name of an index. */
export interface IndexName {
  /** Partition of the organization. */
  partition: string;
  /** Key of the record without which the index is removed. Null if the host keeps the organizations. */
  ownerKey: string | null;
  kind: string;
  /** Digest of everything that the words of an index depend on, except the documents. */
  stamp: string;
}

/** The state of an index. */
export interface IndexState {
  index: number;
  /** Null while the index is written. */
  revision: string | null;
  /** Time at which the next document becomes public, in milliseconds since the epoch. Can be `Infinity`. */
  changesAt: number;
  /** Languages with stems. */
  languages: readonly string[];
  /** Number of results, and of their words. */
  results: number;
  words: number;
}

/** The end of the work of a writer. */
export interface FinishedIndex {
  index: number;
  writer: string;
  revision: string | null;
  changesAt: number;
}

/** A change of an index. */
export interface IndexChange {
  index: number;
  writer: string;
  /** Keys of the documents to remove. An added document replaces the one with its key. */
  removed: readonly string[];
  added: readonly TableDocument[];
}

/** A document to add. */
export interface TableDocument {
  key: string;
  version: string;
  slug: string;
  language: string;
  /** The language of the stems, or `""`. */
  stemmed: string;
  section: string;
  tags: readonly string[];
  /** Milliseconds since the epoch. */
  updatedAt: number;
  /** Milliseconds since the epoch, or `-Infinity`. */
  publicFrom: number;
  isFree: boolean;
  results: readonly TableResult[];
  words: readonly TableWord[];
}

/** A result of a document. */
export interface TableResult {
  /** Number of the type, 0 to 3. */
  type: number;
  /** Number of words, and of those of the title or the question. */
  length: number;
  nameLength: number;
  /** The title or the question. */
  name: string;
  passageCount: number;
  passages: string;
  /** The words of the passages that lists show, a form feed, and the words of the others. Each word has a space before and after it. */
  folded: string;
}

/** A word of a document. */
export interface TableWord {
  word: string;
  /** Stems after their language and a space, and forms that spell the letters of the word out after a space. */
  stems: readonly string[];
  /** The results that have the word. */
  postings: readonly TablePosting[];
}

/** A word in a result. */
export interface TablePosting {
  /** Index of the result in its document. */
  result: number;
  /** Number of places by field, packed in one integer. */
  counts: number;
  /** True if the word is in a passage that lists show to every reader. */
  isListed: boolean;
  /** True if the result is one of the best for the word. */
  isStrong: boolean;
}

/** The words that {@link SearchTables.words} finds. */
export interface WordsQuery {
  index: number;
  words: readonly string[];
  stems: readonly string[];
  /** Beginning of words, or of forms that spell their letters out. The `limit` most frequent words are found. */
  prefix: { text: string; limit: number } | null;
}

/** A word of a query that nothing has. */
export interface MisspelledWord {
  word: string;
  /** Maximum number of typos. */
  most: number;
}

/** A word of an index. */
export interface WordEntry {
  id: number;
  word: string;
  /** Number of results that have it. */
  results: number;
}

/** A word that a misspelled word can mean. */
export interface SimilarWord extends WordEntry {
  /** The word, or the form that spells its letters out, which is similar. */
  form: string;
  /** Index of the misspelled word in the list of {@link SearchTables.similarWords}. */
  of: number;
}

/** A found word. Exactly one of the reasons is set. */
export interface FoundWord extends WordEntry {
  by: "word" | "stem" | "prefix";
  /** The stem by which it was found. */
  stem: string | null;
}

/** Restricts results. Undefined fields restrict nothing. */
export interface TableFilter {
  /** Numbers of types. */
  types: readonly number[];
  /** False: of documents that are not free, only the counts in `listFields` are read. */
  readsPaid: boolean;
  section?: string | undefined;
  /** Language range by basic filtering (RFC 4647): `en` also finds `en-GB`. */
  language?: string | undefined;
  /** Only documents with any of these tags. */
  tags?: readonly string[] | undefined;
  /** Only documents without any of these tags. */
  notTags?: readonly string[] | undefined;
  updatedSince?: number | undefined;
  except?: string | undefined;
}

/** Finds results that have a word of each group. */
export interface Probe {
  /** Lists of words that mean the same, at most six. */
  groups: readonly (readonly number[])[];
  /** True to find only the best results of the words. */
  isStrong: boolean;
  /** Maximum number of results. */
  most: number;
}

/** A query for results. */
export interface FindQuery {
  /** They follow each other until enough results are found. */
  probes: readonly Probe[];
  /** Number of results that are enough. */
  most: number;
  /** Words whose places are counted. */
  countedWords: readonly number[];
  /** Words with spaces before, between and after them, whose lines are read. */
  phrases: readonly string[];
  /** Phrases that each result must have. */
  requiredPhrases: readonly string[];
  /** Maximum number of results of a probe in which required phrases are looked for. */
  mostOfPhrases: number;
  /** Results with any of these words, or phrases, are left out. */
  excludedWords: readonly number[];
  excludedPhrases: readonly string[];
  filter: TableFilter;
  /** Milliseconds since the epoch. */
  now: number;
}

/** A result to rank. */
export interface CandidateResult {
  result: number;
  /** Orders results with equal scores: the key of the document, a space, and the index of the result in it. */
  place: string;
  type: number;
  isFree: boolean;
  /** Number of words, and of those of the title or the question. */
  length: number;
  nameLength: number;
  name: string;
  /** Number of places by field of each counted word, packed in one integer. */
  counts: readonly number[];
  /** For each phrase, the lines of `folded` that have it. */
  lines: readonly string[];
}

/** A result to show. */
export interface ReadResult extends Pick<TableResult, "passages" | "folded"> {
  result: number;
  key: string;
  slug: string;
  updatedAt: number;
}
