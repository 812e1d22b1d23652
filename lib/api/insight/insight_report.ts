import {
  type CountedRefusals,
  type CountedSlug,
  type InsightDay,
  noKey,
  type StatusClass,
  statusClasses,
  type StatusCounts,
  sumRefusals,
  sumRequests,
} from "../../store/daily_counts/mod.ts";

/** Number of responses by class of status. */
export type Statuses = Record<StatusClass, number>;

/** Requests of a day, endpoint and key. */
export interface InsightRow {
  date: string;
  endpoint: string;
  status: StatusClass;
  /** Id of the key, `none` or `others`. Left out for readers without `keys:manage`. */
  key?: string;
  /** Name of the key. Left out with `key`, and for keys that no longer exist. */
  keyName?: string;
  requests: number;
}

/** The requests to an organization in some days. */
export interface InsightReport {
  /** False if the host has turned the counts off. */
  isCounted: boolean;
  /** Every UTC day, the oldest first, with its requests. */
  days: { date: string; requests: Statuses }[];
  /** The most used first. */
  endpoints: { endpoint: string; requests: Statuses }[];
  /** The most used first. Left out for readers without `keys:manage`. */
  keys?: { key: string; keyName?: string; requests: Statuses }[];
  /** The most read first. */
  posts: CountedSlug[];
  /** Number of reads of further posts, which are not listed. */
  otherPosts: number;
  /** Slugs of posts that do not exist. The most frequent first. */
  notFound: CountedSlug[];
  otherNotFound: number;
  /** Refused requests by the code of their problem. `key` is left out for readers without `keys:manage`. The most frequent first. */
  refusals: { code: string; key?: string; keyName?: string; requests: number }[];
}

/** The days of a report. */
interface ReportScope {
  dates: readonly string[];
  /** Names of keys by id. Undefined if the reader may not see keys. */
  keyNames?: ReadonlyMap<string, string> | undefined;
}

/** Requests of one key in some days. */
export interface KeyInsight {
  isCounted: boolean;
  days: { date: string; requests: Statuses }[];
  endpoints: { endpoint: string; requests: Statuses }[];
  refusals: { code: string; requests: number }[];
}

/** Sums days for a report. */
export function reportOf(
  days: readonly InsightDay[],
  { dates, keyNames }: ReportScope,
): Omit<InsightReport, "isCounted"> {
  const counted = days.filter(({ date }) => dates.includes(date));
  const rows = counted.flatMap(({ requests }) => requests);
  const refusals = counted.flatMap((day) => day.refusals);
  return {
    days: dates.map((date) => ({ date, requests: statusesOf(counted, date) })),
    endpoints: summed(rows, ({ endpoint }) => endpoint).map(({ endpoint, requests }) => ({
      endpoint,
      requests,
    })),
    ...(keyNames === undefined
      ? {}
      : {
          keys: summed(rows, ({ key }) => key).map(({ key, requests }) => ({
            ...named(key, keyNames),
            requests,
          })),
        }),
    posts: slugsOf(counted.map(({ reads }) => reads)),
    otherPosts: counted.reduce((sum, { otherReads }) => sum + otherReads, 0),
    notFound: slugsOf(counted.map(({ notFound }) => notFound)),
    otherNotFound: counted.reduce((sum, { otherNotFound }) => sum + otherNotFound, 0),
    refusals:
      keyNames === undefined
        ? refusalsByCode(refusals)
        : mostRefused(refusals).map((one) => ({ ...one, ...named(one.key, keyNames) })),
  };
}

/** Sums days for the report of a key. */
export function keyReportOf(
  days: readonly InsightDay[],
  { dates, keyId }: { dates: readonly string[]; keyId: string },
): Omit<KeyInsight, "isCounted"> {
  const own = days.map((day) => ({
    ...day,
    requests: day.requests.filter(({ key }) => key === keyId),
    refusals: day.refusals.filter(({ key }) => key === keyId),
  }));
  const { days: daily, endpoints, refusals } = reportOf(own, { dates });
  return { days: daily, endpoints, refusals };
}

/** Lists the requests of some days, the oldest first. */
export function rowsOf(days: readonly InsightDay[], { dates, keyNames }: ReportScope): InsightRow[] {
  return days
    .filter(({ date }) => dates.includes(date))
    .flatMap(({ date, requests }) => {
      const rows = keyNames === undefined ? sumRequests(requests, ({ endpoint }) => endpoint) : requests;
      return rows.flatMap(({ endpoint, key, statuses }) =>
        statusClasses.flatMap((status, place) => {
          const count = statuses[place] ?? 0;
          return count === 0
            ? []
            : [{ date, endpoint, status, ...(keyNames && named(key, keyNames)), requests: count }];
        }),
      );
    });
}

export function requestsOf(statuses: Statuses): number {
  return statusClasses.reduce((sum, status) => sum + statuses[status], 0);
}

function named(key: string, names: ReadonlyMap<string, string>): { key: string; keyName?: string } {
  const keyName = names.get(key);
  return keyName === undefined ? { key } : { key, keyName };
}

function statusesOf(days: readonly InsightDay[], date: string): Statuses {
  const [sum] = sumRequests(
    days.filter((day) => day.date === date).flatMap(({ requests }) => requests),
    () => "",
  );
  return toStatuses(sum?.statuses ?? [0, 0, 0, 0, 0]);
}

function summed(
  rows: Parameters<typeof sumRequests>[0],
  nameOf: Parameters<typeof sumRequests>[1],
): { endpoint: string; key: string; requests: Statuses }[] {
  return sumRequests(rows, nameOf)
    .map(({ endpoint, key, statuses }) => ({ endpoint, key, requests: toStatuses(statuses) }))
    .toSorted((one, other) => requestsOf(other.requests) - requestsOf(one.requests));
}

function toStatuses([ok, notModified, redirected, refused, failed]: StatusCounts): Statuses {
  return { "2xx": ok, "304": notModified, "3xx": redirected, "4xx": refused, "5xx": failed };
}

function slugsOf(days: readonly (readonly CountedSlug[])[]): CountedSlug[] {
  const sums = new Map<string, number>();
  for (const { slug, requests } of days.flat()) sums.set(slug, (sums.get(slug) ?? 0) + requests);
  return Array.from(sums, ([slug, requests]) => ({ slug, requests })).toSorted(
    (one, other) => other.requests - one.requests,
  );
}

function mostRefused(refusals: readonly CountedRefusals[]): CountedRefusals[] {
  return sumRefusals(refusals).toSorted((one, other) => other.requests - one.requests);
}

function refusalsByCode(refusals: readonly CountedRefusals[]): { code: string; requests: number }[] {
  return mostRefused(refusals.map((one) => ({ ...one, key: noKey }))).map(({ code, requests }) => ({
    code,
    requests,
  }));
}
