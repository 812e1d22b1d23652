import type { CataloguedPost } from "../content/mod.ts";
import type { SearchDocument } from "./index/search_document.ts";
import type { Pauses } from "./index/work.ts";

/** Number of documents that are read together. */
export const readAtOnce = 20;

/** A document of a source, before it is read. */
export type SourceEntry = Pick<CataloguedPost, "key" | "slug" | "version" | "publicFrom" | "post">;

/** The documents that have changed since an earlier revision. */
export interface SourceChanges {
  /** The present revision. */
  revision: string;
  /** By key. Null: the document is not listed any more. */
  changed: ReadonlyMap<string, SourceEntry | null>;
}

/** Lists and reads the documents of one organization for its index. */
export interface IndexSource {
  /** Returns a text that changes with every document. Undefined if it is unknown, so that documents are always listed. */
  revision(): Promise<string | undefined>;
  /** Returns the changes since a revision. Undefined if they are unknown, so that all documents must be listed. Default: they are unknown. */
  changes?(since: string): Promise<SourceChanges | undefined>;
  /** Lists the documents in pages. */
  pages(): AsyncIterable<readonly SourceEntry[]>;
  /** Reads documents. Null: the document is not public any more, or cannot be read. */
  read(entries: readonly SourceEntry[], pauses: Pauses): Promise<(SearchDocument | null)[]>;
}
