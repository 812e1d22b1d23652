import { isBoundToRequest } from "../../base/bound_to_request.ts";
import type { Clock } from "../../base/time/clock.ts";
import { randomId, type RandomBytes } from "../../base/secrets/random.ts";
import type { Sleep } from "../../base/time/sleep.ts";
import type { Slots } from "../../base/slots.ts";
import {
  encodeKey,
  type IndexName,
  type IndexState,
  type KeyPart,
  type SearchTables,
} from "../../store/mod.ts";
import type { SearchIndex } from "../search_index.ts";
import type { NamedIndex, RebuiltIndex, SearchIndexes } from "../search_indexes.ts";
import { TableSearchIndex } from "./table_search_index.ts";
import { ReservationLostError, updateTables } from "./table_writer.ts";

/** Milliseconds between two looks at an index that another process writes. */
const lookAgainAfter = 25;

/** Version of the rows of tables. Processes of different versions have indexes of their own. Raise it after a change of the rows. */
const format = 2;

/** Dependencies of {@link TableIndexes}. */
export interface TableIndexesDeps {
  clock: Clock;
  sleep: Sleep;
  /** Slots of updates. */
  builds: Slots;
  randomBytes: RandomBytes;
  /** Key of the record that the partition of an existing organization has. Undefined if the host keeps the organizations. */
  organizationKey: readonly KeyPart[] | undefined;
}

/** The indexes of organizations in tables that all processes share. Before a query, one process brings the index up to date. */
export class TableIndexes implements SearchIndexes {
  readonly #tables: SearchTables;
  readonly #deps: TableIndexesDeps;
  /** Updates of this process in progress, by the name of the index. */
  readonly #running = new Map<string, Promise<IndexState | null>>();

  constructor(tables: SearchTables, deps: TableIndexesDeps) {
    this.#tables = tables;
    this.#deps = deps;
  }

  async current(named: NamedIndex, revision?: string, signal?: AbortSignal): Promise<SearchIndex> {
    const name = this.#nameOf(named);
    let wanted = revision;
    for (;;) {
      const state = await this.#tables.find(name);
      if (state !== null && this.#isCurrent(state, wanted)) return this.#open(state, signal);
      wanted = await named.source.revision();
      if (state !== null && this.#isCurrent(state, wanted)) return this.#open(state, signal);
      const written = await this.#update(name, named);
      if (written !== null) return this.#open(written, signal);
      await this.#deps.sleep(lookAgainAfter, signal);
    }
  }

  async rebuild(named: NamedIndex): Promise<RebuiltIndex> {
    const name = this.#nameOf(named);
    const unfinished = { ...name, stamp: `${name.stamp} rebuilt` };
    await this.#tables.drop(unfinished);
    const state = await this.#write(unfinished, named);
    if (state === null) throw new ReservationLostError();
    await this.#tables.rename(state.index, name);
    const { documents, passages } = await this.#tables.sizeOf(state.index);
    return { documents, passages, words: state.words, memoryBytes: 0, savedBytes: null };
  }

  #open(state: IndexState, signal: AbortSignal | undefined): SearchIndex {
    const tables = signal === undefined ? this.#tables : this.#tables.stoppedBy(signal);
    return new TableSearchIndex(tables, state, this.#deps, signal);
  }

  #isCurrent({ revision, changesAt }: IndexState, wanted: string | undefined): boolean {
    return wanted !== undefined && revision === wanted && this.#deps.clock.now() < changesAt;
  }

  /** Brings an index up to date. Concurrent calls share an update. Null: another process does so. */
  async #update(name: IndexName, named: NamedIndex): Promise<IndexState | null> {
    const key = JSON.stringify(name);
    const running = this.#running.get(key);
    if (running !== undefined && !isBoundToRequest) {
      await running.catch(() => undefined);
      // The update may have begun before the change that this caller must see.
      return null;
    }
    const updating = this.#deps.builds
      .run(named.organization.slug, () => this.#write(name, named))
      .finally(() => this.#running.delete(key));
    this.#running.set(key, updating);
    return updating;
  }

  async #write(name: IndexName, { source }: NamedIndex): Promise<IndexState | null> {
    const writer = randomId(this.#deps.randomBytes);
    const state = await this.#tables.claim(name, writer);
    if (state === null) return null;
    try {
      await updateTables(this.#tables, { state, writer, source }, this.#deps);
    } catch (error) {
      if (error instanceof ReservationLostError) return null;
      // The error of the update is what the caller needs.
      await this.#tables.release(state.index, writer).catch(() => undefined);
      throw error;
    }
    return this.#tables.find(name);
  }

  #nameOf({ organization, kind, stamp }: NamedIndex): IndexName {
    const { organizationKey } = this.#deps;
    return {
      partition: encodeKey(["org", organization.slug]),
      ownerKey: organizationKey === undefined ? null : encodeKey(organizationKey),
      kind,
      stamp: `${stamp} ${format}`,
    };
  }
}
