import type { Awaitable } from "../../base/awaitable.ts";
import { type BoundedCounts, DailyCounts, type DailyCountsDeps } from "../../store/daily_counts/mod.ts";
import {
  type MissedDay,
  type MissedQuery,
  missedQueryKind,
  mostFrequent,
  normalizedQuery,
} from "./missed_query_record.ts";
import type { WorkTime } from "../../base/bound_to_request.ts";

/** Queries without results in the last 30 days, including today. */
export interface MissedQueryReport {
  /** The most frequent first. */
  queries: (MissedQuery & { lastDate: string })[];
  /** Number of searches with rarer queries, whose texts are not stored. */
  others: number;
}

/**
 * Counts the queries of an organization that found nothing, per UTC day, for 30 days. It stores the text and the number of searches, and
 * nothing about the caller.
 */
export class MissedQueries extends DailyCounts<string, BoundedCounts, MissedDay> {
  constructor(deps: DailyCountsDeps) {
    super(missedQueryKind, deps);
  }

  /** Counts a query. Errors are reported to `onError`. The result is a promise if the request must keep the work running. */
  override add(organizationSlug: string, text: string, workTime: WorkTime): Awaitable<void> {
    const query = normalizedQuery(text);
    return query === "" ? undefined : super.add(organizationSlug, query, workTime);
  }

  /** Returns the queries of the last 30 days. */
  async list(organizationSlug: string): Promise<MissedQueryReport> {
    const sums = new Map<string, MissedQuery & { lastDate: string }>();
    let others = 0;
    for (const { date, queries, others: rest } of await this.days(organizationSlug)) {
      others += rest;
      for (const { query, count: searches } of queries) {
        const before = sums.get(query)?.count ?? 0;
        sums.set(query, { query, count: before + searches, lastDate: date });
      }
    }
    return { queries: mostFrequent([...sums.values()]), others };
  }
}
