import { isBoundToRequest } from "../../bound_to_request.ts";
import { IndexKeeper, type IndexKeeperDeps } from "../saved/index_keeper.ts";
import type { IndexKind, SavedIndexEntry } from "../saved/index_record.ts";
import type { IndexSource } from "./index_source.ts";
import { LiveIndex, type LiveIndexDeps } from "./live_index.ts";
import type { PassageIndex } from "./passage_index.ts";

/** Dependencies of {@link LiveIndexes}. */
export interface LiveIndexesDeps extends LiveIndexDeps, IndexKeeperDeps {}

/** An index, with its source. */
export interface NamedIndex {
  organization: { id: string; slug: string };
  kind: IndexKind;
  /** Stamp of its saved form. */
  stamp: string;
  source: IndexSource;
}

/** An index that was built anew. */
export interface RebuiltIndex {
  index: PassageIndex;
  /** Null if the index is too small to be saved. */
  saved: SavedIndexEntry | null;
}

/** The indexes of organizations, within a limit of memory. The least recently used indexes are dropped. */
export class LiveIndexes {
  readonly #deps: LiveIndexesDeps;
  /** The least recently used first. */
  readonly #indexes = new Map<string, LiveIndex>();

  constructor(deps: LiveIndexesDeps) {
    this.#deps = deps;
  }

  /**
   * Returns an index that is up to date with its source.
   *
   * @param revision the revision that the request has read, if it has
   * @throws {SearchIndexTooLargeError} if the documents exceed the limit
   */
  async current(named: NamedIndex, revision?: string): Promise<PassageIndex> {
    const live = this.#take(named);
    await live.update(named.source, revision);
    // The query must run in the same step as this read, because the next update may begin later.
    this.#evict(live);
    return live.index;
  }

  /**
   * Builds an index from all documents, and saves it. Searches use the earlier index in the meantime.
   *
   * @throws {SearchIndexTooLargeError} if the documents exceed the limit
   */
  async rebuild(named: NamedIndex): Promise<RebuiltIndex> {
    const live = this.#create(named);
    const saved = await live.rebuild(named.source);
    this.#indexes.set(nameOf(named), live);
    this.#evict(live);
    return { index: live.index, saved };
  }

  #take(named: NamedIndex): LiveIndex {
    const name = nameOf(named);
    const found = this.#indexes.get(name);
    // A request on Cloudflare cannot wait for the update of a different request.
    const live = found === undefined || (isBoundToRequest && found.isBusy) ? this.#create(named) : found;
    this.#indexes.delete(name);
    this.#indexes.set(name, live);
    return live;
  }

  #create({ organization, kind, stamp }: NamedIndex): LiveIndex {
    const place = { organizationSlug: organization.slug, kind, stamp };
    return new LiveIndex(this.#deps, new IndexKeeper(this.#deps, place));
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

function nameOf({ organization, kind }: NamedIndex): string {
  return `${kind} ${organization.id}`;
}
