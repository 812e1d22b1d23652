import type { KeyPart } from "../../store/mod.ts";

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

const day = 24 * 60 * 60 * 1000;

/** Number of days with counts, including the current day. */
export const missedDays = 30;

/** Maximum number of queries of a day. */
export const mostQueries = 100;

/** Maximum number of characters of a query. */
const longestQuery = 80;

/** Control characters, halves of surrogate pairs, and marks that change the direction of text. */
const unseen = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

export const missedPrefix: readonly KeyPart[] = ["missed-query"];

export const missedKey = (date: string): KeyPart[] => [...missedPrefix, date];

/** Returns the UTC day of a time. */
export function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Returns the first UTC day with counts. */
export function firstDate(now: number): string {
  return dateOf(now - (missedDays - 1) * day);
}

/** Returns the time when the counts of a day are deleted, in milliseconds since the epoch. */
export function missedExpiry(date: string): number {
  return Date.parse(date) + missedDays * day;
}

/** Returns the form of a query in which it is counted. */
export function normalizedQuery(text: string): string {
  const clean = text.slice(0, 4 * longestQuery).replaceAll(unseen, " ");
  const words = clean.normalize("NFC").toLowerCase().replaceAll(/\s+/gu, " ").trim();
  return Array.from(words).slice(0, longestQuery).join("").trim();
}

/** Adds counts to those of a day. If there are too many queries, the rarest become part of `others`. */
export function withCounts(before: MissedDay, { counts, others }: MissedCounts): MissedDay {
  const sums = new Map(before.queries.map(({ query, count }) => [query, count]));
  for (const [query, count] of counts) sums.set(query, (sums.get(query) ?? 0) + count);
  const sorted = mostFrequent(Array.from(sums, ([query, count]) => ({ query, count })));
  const rest = sorted.slice(mostQueries).reduce((sum, { count }) => sum + count, 0);
  return {
    date: before.date,
    queries: sorted.slice(0, mostQueries),
    others: before.others + others + rest,
  };
}

/** Counts that are not written yet. */
export interface MissedCounts {
  counts: ReadonlyMap<string, number>;
  others: number;
}

/** Sorts queries, the most frequent first. Of equally frequent ones, the earlier stays first. */
export function mostFrequent<Counted extends MissedQuery>(queries: readonly Counted[]): Counted[] {
  return queries.toSorted((one, other) => other.count - one.count);
}
