import { isBoundToRequest } from "../../../base/bound_to_request.ts";
import { FilterNotReadyError, StoreUnavailableError } from "../../../base/errors.ts";
import { onFirstUse } from "../../../base/first_use.ts";
import type { RandomBytes } from "../../../base/secrets/random.ts";
import type { Sleep } from "../../../base/time/sleep.ts";
import { dataOf, type StoreAndClock } from "../../../store/mod.ts";
import type { PostQuery } from "../../sources/content_source.ts";
import { type FieldQuery, fieldQueryOf, readFieldIndexes } from "../../custom_fields/field_query.ts";
import { indexPosts } from "./index_posts.ts";
import { onceIndexed } from "../post_record.ts";
import { hasMark, readPostsVersion } from "./posts_version.ts";
import { bindAllReferences } from "../../references/bind_all_references.ts";
import { countDue } from "../../tallies/count_due.ts";

/** Dependencies of {@link PostIndexes}. */
export interface PostIndexesDeps extends StoreAndClock {
  sleep: Sleep;
  randomBytes: RandomBytes;
  onError: (error: unknown) => void;
  /** Called when posts of an organization have been indexed that an earlier version of Postern may have written. */
  onIndexed: () => void;
}

const loadBuild = onFirstUse(() => import("../../custom_fields/build_field_indexes.ts"));

/** Time for which a list waits until the posts are indexed, in milliseconds. */
const longestWait = 2_000;

/**
 * Number of times that a list starts to index the posts. An earlier version of Postern may write at the same time. Of two runs the
 * second starts after the request, so it finds every post that the request may expect.
 */
const mostRuns = 2;

/** The parts of a query that decide which indexes it needs. */
interface ListNeeds extends Partial<Record<(typeof namedFilters)[number], unknown>> {
  sort?: string;
  updatedSince?: number;
}

/** Filters that compare names. */
const namedFilters = ["section", "tag", "tags", "notTags", "author"] as const;

/** True if a list needs names that an earlier version of Postern does not normalize, or an index that it does not maintain. */
function needsIndexes(list: ListNeeds): boolean {
  const { sort = "", updatedSince } = list;
  return (
    updatedSince !== undefined ||
    /(?:publishedAt|changedAt|name)$/.test(sort) ||
    namedFilters.some((name) => list[name] !== undefined)
  );
}

/** Completes the indexes of posts before they are listed, if an earlier version of Postern wrote posts. */
export class PostIndexes {
  readonly #deps: PostIndexesDeps;
  readonly #running = new Map<string, Promise<void>>();

  constructor(deps: PostIndexesDeps) {
    this.#deps = deps;
  }

  /**
   * Waits until the indexes have all posts of an organization, if a list needs them.
   *
   * After two seconds the work goes on without the list. Then the list may lack the last posts that an earlier version has just written.
   *
   * @throws {StoreUnavailableError} if the posts have never been indexed, and that takes longer than two seconds
   */
  async complete(organizationSlug: string, list: ListNeeds): Promise<void> {
    if (!needsIndexes(list)) return;
    const { store } = this.#deps;
    for (let run = 0; run < mostRuns; run++) {
      if (hasMark(await readPostsVersion(store, organizationSlug), "hasNames")) return;
      if (!(await this.#isInTime(this.#index(organizationSlug))))
        return this.#refuseUnindexed(organizationSlug, list);
    }
  }

  /**
   * Binds the references that an earlier version of Postern may have written, before a change of a slug. After two seconds the work goes on
   * without the change.
   */
  async bindReferences(organizationSlug: string): Promise<void> {
    const { store } = this.#deps;
    if (hasMark(await readPostsVersion(store, organizationSlug), "isBound")) return;
    const bind = (): Promise<void> => bindAllReferences(store, organizationSlug);
    await this.#isInTime(isBoundToRequest ? bind() : this.#shared(`references ${organizationSlug}`, bind));
  }

  /** Counts the tags and authors of the scheduled posts whose time has come. After two seconds the work goes on without the list. */
  async countDue(organizationSlug: string): Promise<void> {
    const count = (): Promise<void> => countDue(this.#deps, organizationSlug);
    await this.#isInTime(isBoundToRequest ? count() : this.#shared(`due ${organizationSlug}`, count));
  }

  /**
   * Returns the filters and the order of a list by fields with their indexes, or undefined without both. An index that lacks posts is built. After
   * two seconds the work goes on without the list.
   *
   * @throws {FilterNotReadyError} if an index is not complete by then
   */
  async ofFields(
    organizationSlug: string,
    { custom = [], customSort }: Pick<PostQuery, "custom" | "customSort">,
  ): Promise<FieldQuery | undefined> {
    if (custom.length === 0 && customSort === undefined) return undefined;
    for (let run = 0; ; run++) {
      const { complete, indexed, hasUnread } = await readFieldIndexes(this.#deps, organizationSlug);
      const query = fieldQueryOf(complete, { custom, ...(customSort && { customSort }) });
      if (query !== undefined && hasUnread) this.buildFields(organizationSlug);
      if (query !== undefined) return query;
      if (run === mostRuns || !(await this.#isInTime(this.#build(organizationSlug))))
        throw new FilterNotReadyError(indexed);
    }
  }

  /** Builds the indexes of the fields in the background, after their definitions have changed. On Cloudflare Workers a list builds them. */
  buildFields(organizationSlug: string): void {
    if (!isBoundToRequest) this.#build(organizationSlug).catch(this.#deps.onError);
  }

  #build(organizationSlug: string): Promise<void> {
    const build = async (): Promise<void> =>
      (await loadBuild()).buildFieldIndexes(this.#deps, organizationSlug);
    return isBoundToRequest ? build() : this.#shared(`fields ${organizationSlug}`, build);
  }

  /** Indexes the posts. Concurrent calls share the work, except on Cloudflare Workers. */
  #index(organizationSlug: string): Promise<void> {
    if (isBoundToRequest) return indexPosts(this.#deps, organizationSlug);
    return this.#shared(organizationSlug, async () => {
      await indexPosts(this.#deps, organizationSlug);
      this.#deps.onIndexed();
    });
  }

  #shared(name: string, start: () => Promise<void>): Promise<void> {
    const running = this.#running.get(name);
    if (running !== undefined) return running;
    const work = start().finally(() => this.#running.delete(name));
    this.#running.set(name, work);
    return work;
  }

  /** Returns false if the work takes longer than two seconds. */
  async #isInTime(work: Promise<void>): Promise<boolean> {
    const controller = new AbortController();
    const timeout = this.#deps.sleep(longestWait, controller.signal).then(() => false);
    try {
      return await Promise.race([work.then(() => true), timeout]);
    } finally {
      timeout.catch(ignore);
      work.catch(ignore);
      controller.abort();
    }
  }

  async #refuseUnindexed(organizationSlug: string, { sort = "" }: ListNeeds): Promise<void> {
    const { store } = this.#deps;
    const location = { partition: ["org", organizationSlug], key: onceIndexed.key };
    const found = await store.getOrDamage<typeof onceIndexed.data>(location);
    if (found !== null && (!sort.endsWith("name") || dataOf(found)?.hasNames === true)) return;
    const reason = `the posts of "${organizationSlug}" are being indexed after an upgrade; try again later`;
    throw new StoreUnavailableError(new Error(reason));
  }
}

function ignore(): void {}
