import { isEmptyQuery, type SearchQuery } from "../parse_query.ts";
import type { FoundResults } from "../search_index.ts";

/** The state of a query for which a context has no passages. */
export interface Shortfall {
  /** True if the query has words or phrases to find. */
  hasWords: boolean;
  /** Words of the query that no document has, as typed. */
  missing: readonly string[];
  /** Largest share of the query that a document has, from 0 to 1. */
  share: number;
  /** Share of a good match. */
  leastShare: number;
  /** True if a document is a good match, but no passage of it fits in the tokens. */
  isTooLong: boolean;
}

/** Describes a query without passages. */
export function shortfallOf(
  found: readonly FoundResults[],
  query: SearchQuery,
  options: Pick<Shortfall, "leastShare" | "isTooLong">,
): Shortfall {
  const [first, ...others] = found;
  const missing = first?.missing.filter((word) => others.every((one) => one.missing.includes(word))) ?? [];
  const shares = found.flatMap(({ results }) => results.map((result) => result.share));
  return { hasWords: !isEmptyQuery(query), missing, share: Math.max(0, ...shares), ...options };
}
