import type { BackgroundTasks } from "../../base/background_tasks.ts";
import { isBoundToRequest, stopsAfterResponse } from "../../base/bound_to_request.ts";
import type { Clock } from "../../base/time/clock.ts";
import type { Sleep } from "../../base/time/sleep.ts";
import type { PassageIndex } from "../index/passage_index.ts";
import { boundedWork, type Pauses, workAtOnce } from "../index/work.ts";
import { DamagedIndexError } from "./damaged_index_error.ts";
import type { SavedIndexEntry } from "./index_record.ts";
import { type IndexPlace, IndexRecords, type IndexRecordsDeps } from "./index_records.ts";
import type { SavedIndex } from "./read_index.ts";

/** Least number of words of an index that is saved. Smaller indexes are built in about a quarter of a second. */
export const leastWords = 100_000;
/** Share of the words that changes before an index is saved again. */
const changedShare = 0.1;
/** Time after which an index with any change is saved again, in milliseconds, so that deleted texts do not stay. */
const longestUnsaved = 24 * 60 * 60 * 1000;
/** Time after an attempt that did not save the index before the next one, in milliseconds. */
const retryDelay = 10 * 60 * 1000;
const attempts = 3;
/** Time after which saving has been cut with its request, in milliseconds. Only on Cloudflare. */
const longestSave = 60_000;
/** Time that another process gets to save the index, in milliseconds. */
const overtakenDelay = 500;

/** Dependencies of {@link IndexKeeper}. */
export interface IndexKeeperDeps extends IndexRecordsDeps {
  clock: Clock;
  sleep: Sleep;
  tasks: BackgroundTasks;
  onError: (error: unknown) => void;
}

/** Returns an index and its documents, as of the call. */
export type CurrentIndex = () => SavedIndex;

/** Loads an index, and saves it after many changes. A failure to save is reported, and fails no search. */
export class IndexKeeper {
  readonly #deps: IndexKeeperDeps;
  readonly #place: IndexPlace;
  readonly #records: IndexRecords;
  readonly #stamp: string;
  /** Id of the last saved index that this process knows. */
  #knownId: string | undefined;
  #savedAt = -Infinity;
  /** Number of words that were added or removed since the index was saved. */
  #changedWords = 0;
  #notBefore = -Infinity;
  #savingSince = -Infinity;

  constructor(deps: IndexKeeperDeps, { stamp, ...place }: IndexPlace & { stamp: string }) {
    this.#deps = deps;
    this.#place = place;
    this.#records = new IndexRecords(deps, place);
    this.#stamp = stamp;
  }

  /** Loads the saved index. Undefined if there is none, or if it is larger than the limit, outdated or damaged. */
  async load(mostBytes: number): Promise<SavedIndex | undefined> {
    for (let attempt = 1; ; attempt++) {
      const entry = await this.#records.current();
      if (entry === undefined) return undefined;
      this.#note(entry);
      if (entry.stamp !== this.#stamp || entry.memory > mostBytes) return undefined;
      try {
        return await this.#records.load(entry, this.#pauses());
      } catch (error) {
        if (!(error instanceof DamagedIndexError)) throw error;
        const latest = await this.#records.current();
        // Another process has saved the index again while this process was reading it.
        if (attempt < attempts && latest !== undefined && latest.id !== entry.id) continue;
        this.#report(this.#damage(error));
        return undefined;
      }
    }
  }

  /**
   * Counts words that were added or removed, and saves the index if they are many, or if an earlier save is due. The caller must wait where
   * work ends with its request.
   */
  changed(words: number, index: PassageIndex, current: CurrentIndex): Promise<void> | undefined {
    this.#changedWords += words;
    if (this.#isSaving() || !this.#isDue(index)) return undefined;
    this.#savingSince = this.#deps.clock.now();
    const saving = this.#saveInBackground(current).finally(() => (this.#savingSince = -Infinity));
    if (isBoundToRequest) return saving;
    this.#deps.tasks.add(saving);
    return stopsAfterResponse ? saving : undefined;
  }

  /** Saves an index that was built anew. Returns null if the index is too small to be saved. */
  async replace(current: CurrentIndex): Promise<SavedIndexEntry | null> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (current().index.live.words < leastWords) {
        await this.#drop();
        return null;
      }
      const saved = await this.#save(current);
      if (saved !== undefined) return saved;
      await this.#deps.sleep(overtakenDelay * (attempt + 1));
    }
    throw new Error(`${this.#action("save")}: other processes save it, too. Try again`);
  }

  #isSaving(): boolean {
    if (this.#savingSince === -Infinity) return false;
    return !isBoundToRequest || this.#deps.clock.now() - this.#savingSince < longestSave;
  }

  #isDue({ live }: PassageIndex): boolean {
    const now = this.#deps.clock.now();
    if (this.#changedWords === 0 || now < this.#notBefore) return false;
    if (live.words < leastWords) return this.#knownId !== undefined;
    return (
      this.#changedWords >= Math.max(leastWords, changedShare * live.words) ||
      now - this.#savedAt >= longestUnsaved
    );
  }

  async #saveInBackground(current: CurrentIndex): Promise<void> {
    try {
      // The query comes first.
      if (!isBoundToRequest) await this.#deps.sleep(0);
      if (current().index.live.words < leastWords) return await this.#drop();
      if (await this.#adopt()) return;
      // Another process that saves the index gets the time to complete it.
      if ((await this.#save(current)) === undefined) this.#notBefore = this.#deps.clock.now() + retryDelay;
    } catch (error) {
      this.#notBefore = this.#deps.clock.now() + retryDelay;
      this.#report(error);
    }
  }

  /** Returns true if another process has saved the index since this process did. */
  async #adopt(): Promise<boolean> {
    const entry = await this.#records.current();
    if (entry === undefined || entry.id === this.#knownId || entry.stamp !== this.#stamp) return false;
    this.#note(entry);
    this.#changedWords = 0;
    return true;
  }

  /** Saves the index. Undefined if another process does so now. */
  async #save(current: CurrentIndex): Promise<SavedIndexEntry | undefined> {
    const changedWords = this.#changedWords;
    const saved = await this.#records.save({ ...current(), stamp: this.#stamp }, this.#pauses());
    if (saved === undefined) return undefined;
    this.#changedWords -= changedWords;
    this.#note(saved);
    return saved;
  }

  async #drop(): Promise<void> {
    await this.#records.drop();
    this.#knownId = undefined;
    this.#changedWords = 0;
  }

  #note({ id, savedAt }: SavedIndexEntry): void {
    this.#knownId = id;
    this.#savedAt = savedAt;
  }

  #damage(error: DamagedIndexError): DamagedIndexError {
    return new DamagedIndexError(`${this.#action("load")}: ${error.message}. It is built again`, {
      cause: error,
    });
  }

  #action(verb: string): string {
    const { kind, organizationSlug } = this.#place;
    return `Cannot ${verb} the saved search index of the ${kind} of "${organizationSlug}"`;
  }

  #report(error: unknown): void {
    try {
      this.#deps.onError(error);
    } catch {
      // An `onError` that throws must not end the process as an unhandled rejection.
    }
  }

  #pauses(): Pauses {
    return { work: boundedWork(workAtOnce), pause: () => this.#deps.sleep(0) };
  }
}
