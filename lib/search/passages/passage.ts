/** Kinds of search results. */
export const resultTypes = ["post", "faq", "knowledge"] as const;

/** Kind of a search result. */
export type ResultType = (typeof resultTypes)[number];

/** A text that a search finds and cites. */
export interface Passage {
  /** Name of a post, heading of a section, or question. */
  heading: string;
  text: string;
  /** Name of the place in the page of the post. */
  fragment?: string;
  /** True if an earlier passage has the same heading. The heading is then indexed only once. */
  isContinued?: boolean;
  tags?: readonly string[];
}

/** A result of a search, whose passages are scored together: a post, a FAQ entry or a knowledge text. */
export interface ResultPassages {
  type: ResultType;
  /** Passages of a post begin with the passage of its fields, which lists show to every reader. */
  passages: readonly Passage[];
}
