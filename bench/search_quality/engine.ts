import type { SearchDocument } from "./search_document.ts";

/** Returns the ids of at most 10 documents, the best first. It throws if the engine refuses the query. */
export type FindDocuments = (query: string) => Promise<string[]>;

/** A search engine with its default settings. */
export interface Engine {
  name: string;
  /** Indexes documents of a language. */
  index(documents: readonly SearchDocument[], language: string): Promise<FindDocuments>;
  /** Stops the processes of the engine. */
  stop?(): Promise<void>;
}

/** Number of results that are looked at. */
export const depth = 10;
