import { lowerText } from "../../base/text/fold_text.ts";
import { comparedText } from "../../base/text/format_characters.ts";
import { withoutSecrets } from "../../base/secrets/without_secrets.ts";
import {
  BoundedCounts,
  type CountedKind,
  highestCounts,
  invisibleCharacters,
} from "../../store/daily_counts/mod.ts";

/** A query that found nothing, and the number of its searches. */
export interface MissedQuery {
  /** Lower case, with single spaces. At most 80 characters. */
  query: string;
  count: number;
}

/** The queries of a UTC day that found nothing. */
export interface MissedDay {
  /** The UTC day, such as `2026-11-21`. */
  date: string;
  /** The most frequent first, at most 100. */
  queries: readonly MissedQuery[];
  /** Number of searches with further queries, whose texts are not stored. */
  others: number;
}

/** Maximum number of queries of a day. */
const mostQueries = 100;

/** Maximum number of characters of a query. */
const longestQuery = 80;

/** Counts of queries, by their normalized text. */
export const missedQueryKind: CountedKind<string, BoundedCounts, MissedDay> = {
  prefix: ["missed-query"],
  newCounts: () => new BoundedCounts(mostQueries),
  isEmpty: ({ counts }) => counts.size === 0,
  count: (into, query) => into.add(query),
  merge: withCounts,
};

/** Returns the form of a query in which it is counted, without keys and tokens. */
export function normalizedQuery(text: string): string {
  const beginning = withoutSecrets(text)
    .slice(0, 4 * longestQuery)
    .replaceAll("\u200b", " ");
  const clean = comparedText(beginning).replaceAll(invisibleCharacters, " ");
  const words = lowerText(clean).replaceAll(/\s+/gu, " ").trim();
  return Array.from(words).slice(0, longestQuery).join("").trim();
}

/** Adds counts to those of a day. If there are too many queries, the rarest become part of `others`. */
function withCounts(before: MissedDay | undefined, date: string, added: BoundedCounts): MissedDay {
  const sums = new Map(before?.queries.map(({ query, count }) => [query, count]));
  for (const [query, count] of added.counts) sums.set(query, (sums.get(query) ?? 0) + count);
  const queries = Array.from(sums, ([query, count]) => ({ query, count }));
  const { kept, rest } = highestCounts(queries, ({ count }) => count, mostQueries);
  return { date, queries: kept, others: (before?.others ?? 0) + added.others + rest };
}

/** Sorts queries, the most frequent first. Of equally frequent ones, the earlier stays first. */
export function mostFrequent<Counted extends MissedQuery>(queries: readonly Counted[]): Counted[] {
  return queries.toSorted((one, other) => other.count - one.count);
}
