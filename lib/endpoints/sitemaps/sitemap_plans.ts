import type { Clock } from "../../clock.ts";
import type { PostPlace } from "../post_batches.ts";

/** A page of a sitemap: where its posts begin, and the latest of their times. */
export interface PlannedPage {
  start: PostPlace;
  /** Milliseconds since the epoch; undefined when none of the posts has a valid time. */
  latest: number | undefined;
}

/** Where the pages of a sitemap begin, in their order. */
export interface SitemapPlan {
  pages: readonly PlannedPage[];
  /** Until when it is that of the same posts: milliseconds since the epoch. */
  goodUntil: number;
}

/** The latest of the pages' times, in milliseconds since the epoch; undefined when none of the posts has a valid one. */
export function latestOf(pages: readonly PlannedPage[]): number | undefined {
  const latest = Math.max(...pages.map((page) => page.latest ?? 0));
  return latest === 0 ? undefined : latest;
}

/** A sitemap, and what stands for all that is in it; undefined when that is not known. */
export interface PlanPlace {
  name: string;
  state: string | undefined;
}

interface KnownPlan extends SitemapPlan {
  state: string | undefined;
  madeAt: number;
}

/**
 * How long a plan is used although the posts have changed, in milliseconds: so long can two processes divide the same posts
 * differently.
 */
const lifetime = 600_000;

/** How many plans are remembered. The one that was made first goes first. */
const mostPlans = 1000;

/**
 * The plans that were made last, so that a page need not look for its beginning through all pages before it. A plan holds a
 * place for each page and no post.
 */
export class SitemapPlans {
  readonly #clock: Clock;
  readonly #plans = new Map<string, KnownPlan>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The plan of this sitemap, and whether it is that of the posts as they are; undefined when it is too old. */
  get({ name, state }: PlanPlace, now: number): (SitemapPlan & { isCurrent: boolean }) | undefined {
    const known = this.#plans.get(name);
    if (known === undefined) return undefined;
    const isCurrent = state !== undefined && known.state === state && now < known.goodUntil;
    return isCurrent || now - known.madeAt < lifetime ? { ...known, isCurrent } : undefined;
  }

  set({ name, state }: PlanPlace, plan: SitemapPlan): void {
    this.#plans.delete(name);
    this.#plans.set(name, { ...plan, state, madeAt: this.#clock.now() });
    const [oldest] = this.#plans.keys();
    if (this.#plans.size > mostPlans && oldest !== undefined) this.#plans.delete(oldest);
  }
}
