import { BoundedMap } from "../../../base/bounded_map.ts";

/** First and longest time in milliseconds after which a client connects again. */
export const shortestRetry = 2000;
const longestRetry = 3_600_000;
/** Factor by which each cut lengthens that time, until it is the longest. */
const growth = 3;
const mostCuts = Math.log(longestRetry / shortestRetry) / Math.log(growth);
/** Open time that makes up for a cut. It keeps a stream below 50 connects a day, however soon each connection is cut. */
const openPerCut = 2_000_000;
/** Maximum number of keys whose cuts are counted. */
const mostKeys = 10_000;

/**
 * Chooses the time after which clients open their stream again. Each connect counts as a request, so the time grows while the streams of a
 * key are cut, and shrinks while they stay open. A process counts for itself.
 */
export class ReconnectPace {
  readonly #cuts = new BoundedMap<number>(2 * mostKeys);

  /** Records that a key resumes a stream that was cut, and has a number of open streams now. */
  resume(keyId: string, openStreams: number): void {
    this.#add(keyId, 1 / openStreams);
  }

  /** Records that one of the open streams of a key stayed open for a time in milliseconds. */
  stayOpen(keyId: string, milliseconds: number, openStreams: number): void {
    this.#add(keyId, -milliseconds / openPerCut / openStreams);
  }

  /** Returns the time in milliseconds, in whole seconds. */
  delayOf(keyId: string): number {
    const seconds = (shortestRetry / 1000) * growth ** (this.#cuts.get(keyId) ?? 0);
    return Math.min(longestRetry, Math.round(seconds) * 1000);
  }

  #add(keyId: string, change: number): void {
    const cuts = Math.min(mostCuts, (this.#cuts.get(keyId) ?? 0) + change);
    if (cuts > 0) this.#cuts.set(keyId, cuts);
    else this.#cuts.delete(keyId);
  }
}
