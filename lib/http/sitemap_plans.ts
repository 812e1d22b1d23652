import type { Clock } from "../clock.ts";
import type { PostPlace } from "./post_batches.ts";

/** A page of a sitemap: where its posts begin, and the latest of their times. */
export interface PlannedPage {
  start: PostPlace;
  /** Milliseconds since the epoch; undefined when none of the posts has a valid time. */
  latest: number | undefined;
}

/** Where the pages of a sitemap begin, in their order. */
export type SitemapPlan = readonly PlannedPage[];

/** How long a plan is used, in milliseconds: so long can two processes divide the same posts differently. */
const lifetime = 600_000;

/** How many plans are remembered. The one that was made first goes first. */
const mostPlans = 1000;

/**
 * The plans that were made last, so that a page need not look for its beginning through all pages before it. A plan holds a
 * place for each page and no post.
 */
export class SitemapPlans {
  readonly #clock: Clock;
  readonly #plans = new Map<string, { plan: SitemapPlan; madeAt: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The plan of this name, unless it is too old. */
  get(name: string): SitemapPlan | undefined {
    const known = this.#plans.get(name);
    return known !== undefined && this.#clock.now() - known.madeAt < lifetime ? known.plan : undefined;
  }

  /** Remembers a plan. One of a single page says nothing that is not known without it. */
  set(name: string, plan: SitemapPlan): void {
    this.#plans.delete(name);
    if (plan.length === 1) return;
    this.#plans.set(name, { plan, madeAt: this.#clock.now() });
    const [oldest] = this.#plans.keys();
    if (this.#plans.size > mostPlans && oldest !== undefined) this.#plans.delete(oldest);
  }
}
