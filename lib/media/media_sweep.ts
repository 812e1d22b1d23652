import { type DeliveryRound, type EventConsumer, type Outbox, unlessUnavailable } from "../events/mod.ts";
import { type KeyPart, type Location, type StoreAndClock } from "../store/mod.ts";
import { DeletedMedia, type SecondLook } from "./deleted_media.ts";
import type { MediaBytes } from "./media_bytes.ts";
import { areNamed, keysAtOnce } from "./named_bytes.ts";

/** Dependencies of {@link MediaSweep}. */
export interface MediaSweepDeps extends StoreAndClock {
  bytes: MediaBytes;
  outbox: Outbox;
  onError: (error: unknown) => void;
}

/** Result of a sweep. */
export interface SweptMedia {
  /** Number of files whose bytes were removed. */
  removed: number;
  /** Number of files without a record whose bytes stay, because they have been without it for less than 24 hours. */
  waiting: number;
  /** Number of files with a record. */
  kept: number;
  /** Number of deleted files that were restored, because a post was saved with them while they were deleted. */
  restored: number;
}

/** Time for which bytes have no record before they are removed, in milliseconds: 24 hours. */
export const graceTime: number = 24 * 60 * 60 * 1000;
/** Time between the starts of two sweeps, in milliseconds. */
const sweepInterval = 6 * 60 * 60 * 1000;
/** Time after which a note about bytes without a record expires, in milliseconds. The next sweep writes another. */
const noteLifetime = 7 * graceTime;
/** Time before a sweep continues after an error, in milliseconds: 10 minutes. */
const errorInterval = 10 * 60 * 1000;

const partition: readonly KeyPart[] = ["media"];
/** Location of the state of the sweep. */
const stateLocation: Location = { partition, key: ["sweep"] };
const noteKey = (key: string): KeyPart[] => ["unnamed", key];

/** The stored state of the sweep. */
interface SweepState {
  /** Place after which a started sweep continues. */
  after?: string;
  /** Start of the next sweep, or of the present one, in milliseconds since the epoch. */
  nextAt: number;
}

/**
 * Removes bytes that no record names: those of deleted files, of uploads that did not end, and of second copies. The first sweep that finds
 * them notes the time. A sweep 24 hours later reads the record again before it removes them. Each sweep searches the posts again for deleted
 * files, and restores the files that are used.
 *
 * As a consumer of events, it looks at a page of files in each round, so only the process that holds the lease sweeps.
 */
export class MediaSweep implements EventConsumer {
  readonly isPeriodic = true;
  readonly #deps: MediaSweepDeps;
  readonly #deleted: DeletedMedia;
  #nextAt: number | undefined;

  constructor(deps: MediaSweepDeps) {
    // Requests report a store that is unavailable. The next round tries again.
    this.#deps = { ...deps, onError: unlessUnavailable(deps.onError) };
    this.#deleted = new DeletedMedia(deps);
  }

  /** Looks at the next page of files if a sweep is due. */
  async deliver({ now }: DeliveryRound): Promise<void> {
    if (this.#nextAt !== undefined && now < this.#nextAt) return;
    try {
      this.#nextAt = await this.#continue(now);
    } catch (error) {
      this.#nextAt = now + errorInterval;
      this.#deps.onError(error);
    }
  }

  /** Looks at the next page, and returns the time of the next look. */
  async #continue(now: number): Promise<number> {
    const { store } = this.#deps;
    const found = await store.get<SweepState>(stateLocation);
    const state = found?.data ?? { nextAt: now };
    if (state.nextAt > now && state.nextAt <= now + sweepInterval) {
      return state.nextAt;
    }
    const { next } = await this.#sweepPage(state.after);
    const data: SweepState = next === null ? { nextAt: now + sweepInterval } : { after: next, nextAt: now };
    await store.commit(partition, { sets: [{ key: stateLocation.key, data }] });
    return data.nextAt;
  }

  nextAt(): number | undefined {
    return this.#nextAt;
  }

  /** Looks at all files now. */
  async sweep(): Promise<SweptMedia> {
    const swept: SweptMedia = { removed: 0, waiting: 0, kept: 0, restored: 0 };
    let after: string | undefined;
    for (;;) {
      const page = await this.#sweepPage(after);
      swept.removed += page.removed;
      swept.waiting += page.waiting;
      swept.kept += page.kept;
      swept.restored += page.restored;
      if (page.next === null) return swept;
      after = page.next;
    }
  }

  async #sweepPage(after: string | undefined): Promise<SweptMedia & { next: string | null }> {
    const { bytes, store, clock } = this.#deps;
    const page = await bytes.list({ ...(after !== undefined && { after }), limit: keysAtOnce });
    const { restored, unused } = await this.#deleted.lookAgain(page.keys);
    const now = clock.now();
    const notes = await store.getReadable<{ since: number }[]>(
      page.keys.map((key) => ({ partition, key: noteKey(key) })),
    );
    const named = await areNamed(store, page.keys);
    const result = { removed: 0, waiting: 0, kept: 0, restored, next: page.next };
    for (const [index, key] of page.keys.entries()) {
      const since = notes[index]?.data.since;
      if (named[index] === true) result.kept++;
      else if (since === undefined || since > now) {
        result.waiting++;
        await this.#note(key, now);
      } else if (now - since < graceTime) result.waiting++;
      else if (await this.#remove(key, unused)) result.removed++;
      else result.kept++;
      if (named[index] === true && since !== undefined) await this.#forget(key);
    }
    return result;
  }

  async #note(key: string, since: number): Promise<void> {
    const sets = [{ key: noteKey(key), data: { since }, expiresAt: since + noteLifetime }];
    await this.#deps.store.commit(partition, { sets });
  }

  async #forget(key: string): Promise<void> {
    await this.#deps.store.commit(partition, { deletes: [noteKey(key)] });
  }

  /** Removes bytes, unless a record names them now, or their deleted file was not found unused. */
  async #remove(key: string, unused: SecondLook["unused"]): Promise<boolean> {
    const { bytes, store } = this.#deps;
    const [isNamed] = await areNamed(store, [key]);
    const isFree = isNamed !== true && (await this.#deleted.end(key, unused));
    if (isFree) await bytes.delete(key);
    if (isFree || isNamed === true) await this.#forget(key);
    return isFree;
  }
}
