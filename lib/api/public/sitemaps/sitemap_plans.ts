import type { PostPlace } from "../post_batches.ts";

/** A page of a sitemap: the place of its first post, and the latest time of its posts. */
export interface PlannedPage {
  start: PostPlace;
  /** Milliseconds since the epoch, or undefined if no post has a valid time. */
  latest: number | undefined;
}

/** The pages of a sitemap with their start places. */
export interface SitemapPlan {
  pages: readonly PlannedPage[];
  /** Time until which the plan matches unchanged posts, in milliseconds since the epoch. */
  goodUntil: number;
}

/** Returns the latest time of the pages in milliseconds since the epoch, or undefined if no post has a valid time. */
export function latestOf(pages: readonly PlannedPage[]): number | undefined {
  const latest = Math.max(...pages.map((page) => page.latest ?? 0));
  return latest === 0 ? undefined : latest;
}

/** The cache key of a plan: the sitemap's name and the state of its content, or undefined if the state is unknown. */
export interface PlanPlace {
  name: string;
  state: string | undefined;
}

interface KnownPlan extends SitemapPlan {
  state: string | undefined;
  /** Time of the walk over the posts, in milliseconds since the epoch. */
  createdAt: number;
}

/**
 * Time in milliseconds that a plan is used after the posts have changed. For that long, two processes can split the posts into
 * different pages.
 */
const lifetime = 600_000;

/** Maximum number of cached plans. The oldest plan is removed first. */
const maxPlans = 1000;

/**
 * Caches the latest plans, so that a page can be read without walking through all earlier pages. A plan contains the start place of
 * each page and no posts.
 */
export class SitemapPlans {
  readonly #plans = new Map<string, KnownPlan>();

  /**
   * Returns the plan of a sitemap, or undefined if it is too old or from a time after `now`, when the clock was ahead. `isCurrent` is true if
   * the posts have not changed since.
   */
  get({ name, state }: PlanPlace, now: number): (SitemapPlan & { isCurrent: boolean }) | undefined {
    const known = this.#plans.get(name);
    if (known === undefined || known.createdAt > now) return undefined;
    const isCurrent = state !== undefined && known.state === state && now < known.goodUntil;
    return isCurrent || now - known.createdAt < lifetime ? { ...known, isCurrent } : undefined;
  }

  set({ name, state }: PlanPlace, plan: SitemapPlan, now: number): void {
    this.#plans.delete(name);
    this.#plans.set(name, { ...plan, state, createdAt: now });
    const [oldest] = this.#plans.keys();
    if (this.#plans.size > maxPlans && oldest !== undefined) this.#plans.delete(oldest);
  }
}
