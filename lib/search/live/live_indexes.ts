import { isBoundToRequest } from "../../base/bound_to_request.ts";
import { IndexKeeper, type IndexKeeperDeps } from "../saved/index_keeper.ts";
import { LiveIndex, type LiveIndexDeps } from "./live_index.ts";
import { MemorySearchIndex } from "./memory_search_index.ts";
import type { SearchIndex } from "../search_index.ts";
import type { NamedIndex, RebuiltIndex, SearchIndexes } from "../search_indexes.ts";

/** Dependencies of {@link LiveIndexes}. */
export interface LiveIndexesDeps extends LiveIndexDeps, IndexKeeperDeps {}

/** The indexes of organizations in memory, within a limit. The least recently used indexes are dropped. */
export class LiveIndexes implements SearchIndexes {
  readonly #deps: LiveIndexesDeps;
  /** The least recently used first. */
  readonly #indexes = new Map<string, LiveIndex>();

  constructor(deps: LiveIndexesDeps) {
    this.#deps = deps;
  }

  async current(named: NamedIndex, revision?: string, signal?: AbortSignal): Promise<SearchIndex> {
    const live = this.#take(named);
    await live.update(named.source, revision);
    this.#evict(live);
    const pause = (): Promise<void> => this.#deps.sleep(0, signal);
    return new MemorySearchIndex(live.index, { clock: this.#deps.clock, pause });
  }

  async rebuild(named: NamedIndex): Promise<RebuiltIndex> {
    const live = this.#create(named);
    const saved = await live.rebuild(named.source);
    this.#indexes.set(nameOf(named), live);
    this.#evict(live);
    const {
      documents,
      passages,
      live: { words },
      bytes,
    } = live.index;
    return {
      documents: documents.length,
      passages: passages.length,
      words,
      memoryBytes: bytes,
      savedBytes: saved === null ? null : saved.stored,
    };
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
    return new LiveIndex(this.#deps, new IndexKeeper(this.#deps, place), organization.slug);
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
