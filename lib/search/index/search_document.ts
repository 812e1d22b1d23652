import type { ResultPassages } from "../passages/passage.ts";

/** A post or a knowledge text in an index, with the fields that filters need. */
export interface SearchDocument {
  /** Identifies the document in its index. */
  key: string;
  /** Slug of the post, or id of the text. */
  slug: string;
  /** BCP 47 tag. */
  language: string;
  section: string;
  tags: readonly string[];
  /** Milliseconds since the epoch. */
  updatedAt: number;
  /** Time from which the document is public, in milliseconds since the epoch. */
  publicFrom: number;
  /** False if only callers with a key may read more than the fields of lists. */
  isFree: boolean;
  results: readonly ResultPassages[];
}
