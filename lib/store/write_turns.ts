import { isBoundToRequest } from "../base/bound_to_request.ts";
import { ContentionError } from "../base/errors.ts";
import { type RandomBytes, systemRandomBytes } from "../base/secrets/random.ts";
import { type Sleep, sleep as systemSleep } from "../base/time/sleep.ts";
import { encodeKey } from "./encode_key.ts";
import type { Location } from "./stored.ts";

/** Maximum number of attempts. Each conflict follows a commit of another writer, so fewer concurrent writers all succeed. */
const mostAttempts = 100;
/** Longest pause before the next attempt, in milliseconds. The pauses grow from 1 ms. */
const longestPause = 64;
/** Longest wait for the earlier writes of a record, in milliseconds. A write that does not end must not hold the others. */
const longestWait = 10_000;

/** Time and randomness of {@link WriteTurns}. */
export interface WriteTurnsDeps {
  sleep?: Sleep | undefined;
  randomBytes?: RandomBytes | undefined;
}

/** Runs concurrent writes of a record one after another, so that they do not refuse each other. */
export class WriteTurns {
  readonly #sleep: Sleep;
  readonly #randomBytes: RandomBytes;
  /** The last write of each record that this process writes. */
  readonly #last = new Map<string, { write: Promise<unknown>; end: Promise<void> }>();

  constructor({ sleep = systemSleep, randomBytes = systemRandomBytes }: WriteTurnsDeps = {}) {
    this.#sleep = sleep;
    this.#randomBytes = randomBytes;
  }

  /**
   * Runs a write after the earlier writes of a record in this process. It waits for at most ten seconds. So turns only prevent conflicts, and
   * each write must detect them.
   *
   * @param write gets true if it has waited for an earlier write
   */
  inTurn<Result>(
    { partition, key }: Location,
    write: (hasWaited: boolean) => Promise<Result>,
  ): Promise<Result> {
    if (isBoundToRequest) return write(false);
    const name = JSON.stringify([encodeKey(partition), encodeKey(key)]);
    const earlier = this.#last.get(name)?.end;
    const result = earlier === undefined ? write(false) : this.#waitFor(earlier).then(() => write(true));
    this.#last.set(name, { write: result, end: this.#endOf(name, result) });
    return result;
  }

  async #waitFor(earlier: Promise<void>): Promise<void> {
    const controller = new AbortController();
    const timeout = this.#sleep(longestWait, controller.signal).catch(ignore);
    await Promise.race([earlier, timeout]);
    controller.abort();
  }

  /** Waits for a write, and forgets it if no other write follows. */
  async #endOf(name: string, write: Promise<unknown>): Promise<void> {
    await write.catch(ignore);
    if (this.#last.get(name)?.write === write) this.#last.delete(name);
  }

  /**
   * Repeats a write whose result depends only on records that it reads itself. The write reads them, and returns null if another writer
   * changed them before its commit.
   *
   * @param subject beginning of the error, such as `Cannot update the post: "hello"`
   * @throws {ContentionError} if other writers changed the records 100 times in a row
   */
  async repeat<Result>(
    subject: string,
    write: (isRetry: boolean) => Promise<Result | null>,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      const result = await write(attempt > 1);
      if (result !== null) return result;
      if (attempt === mostAttempts) {
        throw new ContentionError(`${subject} was changed at the same time, ${attempt} times in a row`);
      }
      await this.#sleep(this.#pauseAfter(attempt));
    }
  }

  /**
   * Repeats a write as {@link WriteTurns.repeat} does, in turn with the writes of a record in this process. The write gets true if records that
   * its caller has read may have changed since.
   */
  async repeatInTurn<Result>(
    location: Location,
    subject: string,
    write: (isStale: boolean) => Promise<Result | null>,
  ): Promise<Result> {
    return this.inTurn(location, (hasWaited) =>
      this.repeat(subject, (isRetry) => write(hasWaited || isRetry)),
    );
  }

  /** Returns a random part of a time that grows with each attempt, so that writers of several processes do not meet again. */
  #pauseAfter(attempt: number): number {
    const [random = 0] = this.#randomBytes(1);
    return (Math.min(2 ** attempt, longestPause) * random) / 256;
  }
}

function ignore(): void {}
