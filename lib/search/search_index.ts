import type { Passage, ResultType } from "./passages/passage.ts";
import type { SearchQuery } from "./parse_query.ts";
import type { SearchMatch } from "./results/match_list.ts";
import type { Synonyms } from "./words/synonyms.ts";
import type { ResultPlace } from "./results/top_results.ts";
import type { FieldWeights } from "./index/postings.ts";
import type { SearchFilter } from "./index/readability.ts";

/** The page of results that a query wants. */
export interface WantedPage {
  filter: SearchFilter;
  /** Maximum number of results. */
  limit: number;
  /** Place of the last result of the page before. */
  after?: ResultPlace | undefined;
}

/** Options of {@link SearchIndex.find}. */
export interface FindOptions {
  /** Weight of a word in each field. Default: the weights of a search in all fields. */
  weights?: FieldWeights;
  /**
   * True for suggestions. A result must have every word, except a last word of which only a letter is typed. The order does not change while
   * the word is typed. Default: false.
   */
  completes?: boolean;
  /** Words that mean the same in the organization. Default: none. */
  synonyms?: Synonyms | undefined;
  /**
   * True if equal knowledge texts are one result. A post and an entry of its FAQ are one, too, if they have the same passage, or for
   * suggestions the same name. Default: false.
   */
  isDistinct?: boolean;
  /** True if each result needs the reasons for which it fits the query. Default: false. */
  explains?: boolean;
}

/** A passage that the query may read, with its score. */
export interface ScoredPassage extends Pick<Passage, "heading" | "text" | "fragment"> {
  /** True if lists show the passage to every reader. */
  isInLists: boolean;
  /** 0 if the passage has no word of the query. */
  score: number;
}

/** A post, a FAQ entry or a knowledge text that a query has found. */
export interface FoundResult {
  document: { key: string; slug: string; updatedAt: number };
  type: ResultType;
  score: number;
  /** Share of the query that the result has, weighted by how rare its words are, from 0 to 1. */
  share: number;
  /** The passages that the query may read, in the order of the text. */
  passages: readonly ScoredPassage[];
  /** Empty if the query did not ask for them. */
  matches: readonly SearchMatch[];
}

/** A page of results, the best first. */
export interface FoundResults {
  results: readonly FoundResult[];
  /** Place of the last result, or null on the last page. */
  next: ResultPlace | null;
  /** Words to highlight. */
  words: ReadonlySet<string>;
  /** True if parts of the query were left out, because they are too much work. */
  isApproximate: boolean;
  /** Words of the query, as typed, that no document has in any form. */
  missing: readonly string[];
}

/** A page without results. */
export const nothing: FoundResults = {
  results: [],
  next: null,
  words: new Set(),
  isApproximate: false,
  missing: [],
};

/** The index of an organization's documents of one kind, up to date with its source. */
export interface SearchIndex {
  find(query: SearchQuery, page: WantedPage, options?: FindOptions): Promise<FoundResults>;
  /** Finds the posts that are most like a post. It finds none if the post is not public. */
  related(slug: string, page: Omit<WantedPage, "after">): Promise<FoundResults>;
}
