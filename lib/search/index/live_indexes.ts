import { isBoundToRequest } from "../../bound_to_request.ts";
import type { IndexSource } from "./index_source.ts";
import { LiveIndex, type LiveIndexDeps } from "./live_index.ts";
import type { PassageIndex } from "./passage_index.ts";

/** The indexes of organizations, within a limit of memory. The least recently used indexes are dropped. */
export class LiveIndexes {
  readonly #deps: LiveIndexDeps;
  /** The least recently used first. */
  readonly #indexes = new Map<string, LiveIndex>();

  constructor(deps: LiveIndexDeps) {
    this.#deps = deps;
  }

  /**
   * Returns an index that is up to date with its source.
   *
   * @param name identifies the index
   * @param revision the revision that the request has read, if it has
   * @throws {SearchIndexTooLargeError} if the documents exceed the limit
   */
  async current(name: string, source: IndexSource, revision?: string): Promise<PassageIndex> {
    const live = this.#take(name);
    await live.update(source, revision);
    // The query must run in the same step as this read, because the next update may begin later.
    this.#evict(live);
    return live.index;
  }

  #take(name: string): LiveIndex {
    const found = this.#indexes.get(name);
    // A request on Cloudflare cannot wait for the update of a different request.
    const live =
      found === undefined || (isBoundToRequest && found.isBusy) ? new LiveIndex(this.#deps) : found;
    this.#indexes.delete(name);
    this.#indexes.set(name, live);
    return live;
  }

  #evict(kept: LiveIndex): void {
    let bytes = 0;
    for (const { index } of this.#indexes.values()) bytes += index.bytes;
    for (const [name, live] of this.#indexes) {
      if (bytes <= this.#deps.mostBytes) return;
      if (live === kept || live.isBusy) continue;
      bytes -= live.index.bytes;
      this.#indexes.delete(name);
    }
  }
}
