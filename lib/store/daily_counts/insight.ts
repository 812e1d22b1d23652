import type { Awaitable } from "../../base/awaitable.ts";
import { type CountedKind, DailyCounts, type DailyCountsDeps } from "./daily_counts.ts";
import { type CountedRequest, InsightCounts } from "./insight_counts.ts";
import type { InsightDay } from "./insight_day.ts";
import type { WorkTime } from "../../base/bound_to_request.ts";
import { mergeDay } from "./merge_day.ts";

/** Counts of requests, per organization and UTC day. */
export const insightKind: CountedKind<CountedRequest, InsightCounts, InsightDay> = {
  prefix: ["insight"],
  newCounts: () => new InsightCounts(),
  isEmpty: ({ requests }) => requests.size === 0,
  count: (into, request) => into.add(request),
  merge: mergeDay,
};

/**
 * Counts the requests to an organization by endpoint, status and key, the posts that were read, and the refusals, for 30 days. It stores no
 * address, no user agent and no query.
 */
export class Insight {
  readonly #days: DailyCounts<CountedRequest, InsightCounts, InsightDay>;

  constructor(deps: DailyCountsDeps) {
    this.#days = new DailyCounts(insightKind, deps);
  }

  /**
   * Counts a request. Errors are reported to `onError`. The result is a promise if the request must keep the work running.
   *
   * @param options.isProven true if the request proves that the organization exists. A stranger can name any organization.
   */
  add(
    organizationSlug: string,
    request: CountedRequest,
    { isProven, workTime }: { isProven: boolean; workTime: WorkTime },
  ): Awaitable<void> {
    return isProven
      ? this.#days.add(organizationSlug, request, workTime)
      : this.#days.addToKnown(organizationSlug, request, workTime);
  }

  /** Writes all counts. */
  async flush(): Promise<void> {
    await this.#days.flush();
  }

  /** Writes the counts that were collected for 10 seconds. */
  async flushDue(): Promise<void> {
    await this.#days.flushDue();
  }

  /** Returns the records of the last days, at most 30, the oldest first. Days without requests have none. */
  async days(organizationSlug: string, days: number): Promise<InsightDay[]> {
    return this.#days.days(organizationSlug, days);
  }
}
