import type { Clock } from "../../base/time/clock.ts";
import type { Sleep } from "../../base/time/sleep.ts";
import type { Slots } from "../../base/slots.ts";
import { type IndexSource, readAtOnce, type SourceEntry } from "../index_source.ts";
import { type IndexedDocument, PassageIndex, type VersionedDocument } from "../index/passage_index.ts";
import { SearchIndexTooLargeError } from "./search_index_too_large_error.ts";
import { listPublic } from "../list_public.ts";
import { boundedWork, charactersAtOnce, type Pauses } from "../index/work.ts";
import type { IndexKeeper } from "../saved/index_keeper.ts";
import type { SavedIndexEntry } from "../saved/index_record.ts";
import type { SavedIndex } from "../saved/read_index.ts";

/** Number of documents that are indexed first, to estimate the size of the index. A multiple of {@link readAtOnce}. */
const sampleSize = 500;
/** Multiple of the limit from which an estimate refuses documents: at first, because it is rough, and after a refusal. */
const refusedFrom = { first: 1.2, again: 0.9 };
/** Time for which a refusal counts for later estimates, in milliseconds. */
const refusalTime = 60 * 60 * 1000;
/** Least number of words of removed documents before the index is built again without them. */
const mostDeadWords = 20_000;

/** Dependencies of {@link LiveIndex}. */
export interface LiveIndexDeps {
  clock: Clock;
  sleep: Sleep;
  /** Slots of updates. */
  builds: Slots;
  /** Maximum size of an index in bytes. */
  mostBytes: number;
}

/**
 * The index of an organization. A query first compares the revision of the source with that of the index. If they differ, it reads the
 * documents that changed. If the source does not know them, it lists the versions of all. So no missed event can leave the index out of date.
 */
export class LiveIndex {
  readonly #deps: LiveIndexDeps;
  readonly #keeper: IndexKeeper;
  readonly #organizationSlug: string;
  #isLoaded = false;
  #index = new PassageIndex();
  #known = new Map<string, VersionedDocument>();
  #revision: string | undefined;
  /** Time at which the next scheduled document becomes public, in milliseconds since the epoch. */
  #changesAt = -Infinity;
  /** True if a listed document could not be read. The next update lists all documents to find it again. */
  #lacksDocuments = false;
  #running: Promise<void> | undefined;
  #refused: { revision: string | undefined; at: number; error: SearchIndexTooLargeError } | undefined;

  constructor(deps: LiveIndexDeps, keeper: IndexKeeper, organizationSlug: string) {
    this.#deps = deps;
    this.#keeper = keeper;
    this.#organizationSlug = organizationSlug;
  }

  /** The index as of the last update. */
  get index(): PassageIndex {
    return this.#index;
  }

  /** True while an update runs. */
  get isBusy(): boolean {
    return this.#running !== undefined;
  }

  /**
   * Brings the index up to date with the source. Concurrent calls share an update, unless it began before them.
   *
   * @param revision the revision that the request has read, if it has
   * @throws {SearchIndexTooLargeError} if the documents exceed the limit
   */
  async update(source: IndexSource, revision?: string): Promise<void> {
    if (this.#isCurrent(revision)) return this.#keeper.changed(0, this.#index, this.#current);
    if (this.#running !== undefined) {
      await this.#running.catch(() => undefined);
      if (this.#isCurrent(revision)) return;
    }
    this.#running ??= this.#deps.builds
      .run(this.#organizationSlug, () => this.#update(source))
      .finally(() => (this.#running = undefined));
    await this.#running;
  }

  /**
   * Builds an index that is empty so far, without the saved index, and saves it. Null if it is too small to be saved.
   *
   * @throws {SearchIndexTooLargeError} if the documents exceed the limit
   */
  async rebuild(source: IndexSource): Promise<SavedIndexEntry | null> {
    this.#isLoaded = true;
    await this.#read(source);
    return this.#keeper.replace(this.#current);
  }

  readonly #current = (): SavedIndex => ({ index: this.#index, documents: [...this.#known.values()] });

  #isCurrent(revision: string | undefined): boolean {
    return revision !== undefined && revision === this.#revision && this.#deps.clock.now() < this.#changesAt;
  }

  async #update(source: IndexSource): Promise<void> {
    await this.#load();
    const words = await this.#read(source);
    await this.#keeper.changed(words, this.#index, this.#current);
  }

  /** Loads the saved index, if there is one. The update that follows reads only the documents that have changed since. */
  async #load(): Promise<void> {
    if (this.#isLoaded) return;
    const saved = await this.#keeper.load(this.#deps.mostBytes);
    this.#isLoaded = true;
    if (saved === undefined) return;
    this.#index = saved.index;
    this.#known = new Map(saved.documents.map((one) => [one.document.key, one]));
  }

  /** Reads the documents that have changed. Returns the number of words that were added or removed. */
  async #read(source: IndexSource): Promise<number> {
    const pauses = this.#pauses();
    const revision = await source.revision();
    if (this.#isCurrent(revision)) return 0;
    if (this.#refused !== undefined && revision !== undefined && this.#refused.revision === revision) {
      throw this.#refused.error;
    }
    const copy = { revision: this.#lacksDocuments ? undefined : this.#revision, changesAt: this.#changesAt };
    const listed = await listPublic(source, copy, { now: this.#deps.clock.now(), ...pauses });
    const { entries, isComplete } = listed;
    const changed = [...entries.values()].filter(
      (entry) => entry !== null && this.#known.get(entry.key)?.version !== entry.version,
    ) as SourceEntry[];
    const added = await this.#addAll(source, changed, { revision: listed.revision, pauses });
    const removed: IndexedDocument[] = [];
    for (const key of isComplete ? this.#known.keys() : entries.keys()) {
      const known = this.#known.get(key);
      if (known === undefined || entries.get(key)?.version === known.version) continue;
      removed.push(known.document);
      this.#known.delete(key);
    }
    for (const one of added) this.#known.set(one.document.key, one);
    this.#index.replace(
      added.map(({ document }) => document),
      removed,
    );
    this.#lacksDocuments = added.length < changed.length;
    this.#revision = listed.revision;
    this.#changesAt = listed.changesAt;
    this.#refused = undefined;
    await this.#compact(pauses);
    return wordsOf(added.map(({ document }) => document)) + wordsOf(removed);
  }

  /** Adds documents, which no query sees yet. */
  async #addAll(
    source: IndexSource,
    listed: readonly SourceEntry[],
    { revision, pauses }: { revision: string | undefined; pauses: Pauses },
  ): Promise<VersionedDocument[]> {
    const added: VersionedDocument[] = [];
    const isSampled = this.#index.documents.length === 0 && listed.length > sampleSize;
    const entries = isSampled ? sampledFirst(listed) : listed;
    try {
      for (let at = 0; at < entries.length; at += readAtOnce) {
        const batch = entries.slice(at, at + readAtOnce);
        const documents = await source.read(batch, pauses);
        for (const [index, document] of documents.entries()) {
          const { version = "" } = batch[index] ?? {};
          if (document === null) continue;
          added.push({ version, document: await this.#index.add(document, pauses) });
          if (this.#index.bytes > this.#deps.mostBytes) this.#refuse(revision);
        }
        if (isSampled && at + readAtOnce === sampleSize) this.#judgeSample(entries.length, revision);
      }
    } catch (error) {
      this.#index.deadWords += wordsOf(added.map(({ document }) => document));
      throw error;
    }
    return added;
  }

  /** Refuses the documents if an index of the first shows that all are too large. */
  #judgeSample(documents: number, revision: string | undefined): void {
    const now = this.#deps.clock.now();
    const { at = now } = this.#refused ?? {};
    const isRepeated = this.#refused !== undefined && now - at < refusalTime;
    const most = (isRepeated ? refusedFrom.again : refusedFrom.first) * this.#deps.mostBytes;
    if (this.#index.leastBytesOf(documents / sampleSize) > most) this.#refuse(revision, at);
  }

  /** Releases the memory of an index above the limit. `at` is the time of the refusal that this one repeats. */
  #refuse(revision: string | undefined, at = this.#deps.clock.now()): never {
    const error = new SearchIndexTooLargeError(this.#deps.mostBytes);
    this.#index = new PassageIndex();
    this.#known = new Map();
    this.#revision = undefined;
    this.#refused = { revision, at, error };
    throw error;
  }

  /** Builds the index again without removed documents, if they are a quarter of it. */
  async #compact(pauses: Pauses): Promise<void> {
    const { deadWords, live } = this.#index;
    if (deadWords < mostDeadWords || deadWords < live.words / 4) return;
    const compact = new PassageIndex();
    const known = new Map<string, VersionedDocument>();
    for (const [key, { version, document }] of this.#known) {
      known.set(key, { version, document: await compact.add(document, pauses) });
    }
    compact.replace(
      Array.from(known.values(), ({ document }) => document),
      [],
    );
    this.#index = compact;
    this.#known = known;
  }

  /** Lets other requests run after every 50,000 characters. */
  #pauses(): Pauses {
    return { work: boundedWork(charactersAtOnce), pause: () => this.#deps.sleep(0) };
  }
}

function wordsOf(documents: readonly IndexedDocument[]): number {
  return documents.reduce((sum, { length }) => sum + length, 0);
}

/** Returns entries from the whole list first, so that they tell the size of all. */
function sampledFirst(entries: readonly SourceEntry[]): SourceEntry[] {
  const step = Math.floor(entries.length / sampleSize);
  const isSample = (at: number): boolean => at % step === 0 && at < step * sampleSize;
  return [...entries.filter((_, at) => isSample(at)), ...entries.filter((_, at) => !isSample(at))];
}
