import { type BoundedCounts, highestCounts } from "./bounded_counts.ts";
import type { InsightCounts } from "./insight_counts.ts";
import {
  type CountedRefusals,
  type CountedRequests,
  type CountedSlug,
  type InsightDay,
  isKeyId,
  mostKeyRows,
  mostNotFound,
  mostReads,
  mostRefusalRows,
  otherKeys,
  type StatusCounts,
  totalOf,
} from "./insight_day.ts";

/** Adds counts to the record of their day. If there are too many names, the rarest become part of the others. */
export function mergeDay(before: InsightDay | undefined, date: string, added: InsightCounts): InsightDay {
  const reads = mergeSlugs(before?.reads, added.reads, mostReads);
  const notFound = mergeSlugs(before?.notFound, added.notFound, mostNotFound);
  return {
    date,
    requests: mergeRequests(before?.requests ?? [], added),
    refusals: mergeRefusals(before?.refusals ?? [], added),
    reads: reads.slugs,
    otherReads: (before?.otherReads ?? 0) + reads.others,
    notFound: notFound.slugs,
    otherNotFound: (before?.otherNotFound ?? 0) + notFound.others,
  };
}

function mergeRequests(before: readonly CountedRequests[], added: InsightCounts): CountedRequests[] {
  const found = Array.from(added.requests, ([endpoint, byKey]) =>
    Array.from(byKey, ([key, statuses]) => ({ endpoint, key, statuses })),
  ).flat();
  const summed = sumRequests([...before, ...found], ({ endpoint, key }) => `${endpoint} ${key}`);
  return fold(summed, {
    most: mostKeyRows,
    countOf: ({ statuses }) => totalOf(statuses),
    sum: (rows) => sumRequests(rows, ({ endpoint, key }) => `${endpoint} ${key}`),
  });
}

/** Sums requests with the same name. A sum has the endpoint and the key of its first part. */
export function sumRequests(
  rows: readonly CountedRequests[],
  nameOf: (row: CountedRequests) => string,
): CountedRequests[] {
  const sums = new Map<string, CountedRequests>();
  for (const row of rows) {
    const name = nameOf(row);
    const statuses = row.statuses.map(
      (count, place) => count + (sums.get(name)?.statuses[place] ?? 0),
    ) as StatusCounts;
    sums.set(name, { ...(sums.get(name) ?? row), statuses });
  }
  return [...sums.values()];
}

function mergeRefusals(before: readonly CountedRefusals[], added: InsightCounts): CountedRefusals[] {
  const found = Array.from(added.refusals, ([code, byKey]) =>
    Array.from(byKey, ([key, requests]) => ({ code, key, requests })),
  ).flat();
  return fold(sumRefusals([...before, ...found]), {
    most: mostRefusalRows,
    countOf: ({ requests }) => requests,
    sum: sumRefusals,
  });
}

/** Sums refusals with the same code and key. */
export function sumRefusals(rows: readonly CountedRefusals[]): CountedRefusals[] {
  const sums = new Map<string, CountedRefusals>();
  for (const row of rows) {
    const name = `${row.code} ${row.key}`;
    sums.set(name, { ...row, requests: row.requests + (sums.get(name)?.requests ?? 0) });
  }
  return [...sums.values()];
}

/** Keeps the rows with the highest counts, and sums the rows of rarer keys as those of `others`. */
function fold<Row extends { key: string }>(
  rows: readonly Row[],
  { most, countOf, sum }: { most: number; countOf: (row: Row) => number; sum: (rows: Row[]) => Row[] },
): Row[] {
  const ofKeys = rows.filter(({ key }) => isKeyId(key));
  if (ofKeys.length <= most) return [...rows];
  const kept = new Set(highestCounts(ofKeys, countOf, most).kept);
  return sum(rows.map((row) => (isKeyId(row.key) && !kept.has(row) ? { ...row, key: otherKeys } : row)));
}

function mergeSlugs(
  before: readonly CountedSlug[] = [],
  added: BoundedCounts,
  most: number,
): { slugs: CountedSlug[]; others: number } {
  const sums = new Map(before.map(({ slug, requests }) => [slug, requests]));
  for (const [slug, requests] of added.counts) sums.set(slug, (sums.get(slug) ?? 0) + requests);
  const slugs = Array.from(sums, ([slug, requests]) => ({ slug, requests }));
  const { kept, rest } = highestCounts(slugs, ({ requests }) => requests, most);
  return { slugs: kept, others: added.others + rest };
}
