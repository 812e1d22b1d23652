import { isBoundToRequest } from "../bound_to_request.ts";
import { StoreUnavailableError } from "../errors.ts";
import type { Sleep } from "../sleep.ts";
import { indexPosts, type IndexPostsDeps } from "./index_posts.ts";
import { isIndexed, readPostsVersion } from "./posts_version.ts";

/** Dependencies of {@link PostIndexes}. */
export interface PostIndexesDeps extends IndexPostsDeps {
  sleep: Sleep;
  /** Called when posts of an organization have been indexed that an earlier version of Postern may have written. */
  onIndexed: () => void;
}

/** Time for which a list waits until the posts are indexed, in milliseconds. */
const longestWait = 2_000;

/**
 * Number of times that a list starts to index the posts. An earlier version of Postern may write at the same time. Of two runs the
 * second starts after the request, so it finds every post that the request may expect.
 */
const mostRuns = 2;

/** The parts of a query that decide which indexes it needs. */
interface ListNeeds {
  sort?: string;
  updatedSince?: number;
}

/** True if a list needs `changedAt`, or an index that an earlier version of Postern does not maintain. */
function needsIndexes({ sort = "", updatedSince }: ListNeeds): boolean {
  return updatedSince !== undefined || sort.endsWith("publishedAt") || sort.endsWith("changedAt");
}

/** Completes the indexes of posts before they are listed, if an earlier version of Postern wrote posts. */
export class PostIndexes {
  readonly #deps: PostIndexesDeps;
  readonly #running = new Map<string, Promise<void>>();
  /** The last write of each organization that writes. */
  readonly #turns = new Map<string, { write: Promise<unknown>; ended: Promise<void> }>();

  constructor(deps: PostIndexesDeps) {
    this.#deps = deps;
  }

  /**
   * Waits until the indexes have all posts of an organization, if a list needs them.
   *
   * @throws {StoreUnavailableError} if that takes longer than two seconds. The work goes on.
   */
  async complete(organizationSlug: string, list: ListNeeds): Promise<void> {
    if (!needsIndexes(list)) return;
    const { store } = this.#deps;
    for (let run = 0; run < mostRuns; run++) {
      if (isIndexed(await readPostsVersion(store, organizationSlug))) return;
      await this.#withinTime(organizationSlug, this.#index(organizationSlug));
    }
  }

  /** Runs writes of an organization one after another, because each checks the record that all of them write. */
  inTurn<Result>(organizationSlug: string, write: () => Promise<Result>): Promise<Result> {
    if (isBoundToRequest) return write();
    const before = this.#turns.get(organizationSlug);
    const result = before === undefined ? write() : before.ended.then(write);
    this.#turns.set(organizationSlug, { write: result, ended: this.#end(organizationSlug, result) });
    return result;
  }

  /** Waits for a write, and forgets it if no other write follows. */
  async #end(organizationSlug: string, write: Promise<unknown>): Promise<void> {
    await write.catch(ignore);
    if (this.#turns.get(organizationSlug)?.write === write) this.#turns.delete(organizationSlug);
  }

  /** Indexes the posts. Concurrent calls share the work, except on Cloudflare Workers. */
  #index(organizationSlug: string): Promise<void> {
    if (isBoundToRequest) return indexPosts(this.#deps, organizationSlug);
    const running = this.#running.get(organizationSlug);
    if (running !== undefined) return running;
    const work = indexPosts(this.#deps, organizationSlug)
      .then(() => this.#deps.onIndexed())
      .finally(() => this.#running.delete(organizationSlug));
    this.#running.set(organizationSlug, work);
    return work;
  }

  async #withinTime(organizationSlug: string, work: Promise<void>): Promise<void> {
    const controller = new AbortController();
    const timeout = this.#deps.sleep(longestWait, controller.signal).then(() => {
      throw new StoreUnavailableError(
        new Error(`the posts of "${organizationSlug}" are being indexed after an upgrade; try again later`),
      );
    });
    try {
      await Promise.race([work, timeout]);
    } finally {
      timeout.catch(ignore);
      work.catch(ignore);
      controller.abort();
    }
  }
}

function ignore(): void {}
