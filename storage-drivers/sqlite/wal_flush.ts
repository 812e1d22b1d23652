import { closeSync, fdatasync, openSync } from "node:fs";

/**
 * Flushes the write-ahead log of an open file. SQLite itself runs with `synchronous=NORMAL`, and writes commits without waiting for the disk. A
 * flush of the log after a commit is all that `synchronous=FULL` adds. It runs in a thread of the runtime, so the event loop does not wait.
 *
 * The log has no locks, so it can be opened and closed here.
 */
export class WalFlush {
  readonly #descriptor: number;
  readonly #renew: () => void;
  #hasFailed = false;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  /**
   * @param renew copies the whole log into the file, flushes the file, and begins a new log; throws if it cannot. After a failed flush, the system
   * can forget what it could not write, and report that the next flush succeeded. A later commit would then follow a gap in the log.
   */
  constructor(file: string, renew: () => void) {
    this.#descriptor = openSync(file, "r+");
    this.#renew = renew;
  }

  /** Resolves when everything that was committed before this call is on the disk. Concurrent calls share a flush. */
  async flush(): Promise<void> {
    return (this.#next ??= this.#begin());
  }

  async #begin(): Promise<void> {
    await this.#running;
    this.#next = undefined;
    const flushed = this.#attempt();
    // A failed flush fails its own callers only.
    this.#running = flushed.catch(() => undefined);
    return flushed;
  }

  async #attempt(): Promise<void> {
    if (this.#hasFailed) this.#renew();
    this.#hasFailed = true;
    await this.#sync();
    this.#hasFailed = false;
  }

  async #sync(): Promise<void> {
    return new Promise((resolve, reject) => {
      fdatasync(this.#descriptor, (error) => (error === null ? resolve() : reject(error)));
    });
  }

  /** Closes the log. Nothing may be flushed afterwards. */
  async close(): Promise<void> {
    await this.#next?.catch(() => undefined);
    await this.#running;
    closeSync(this.#descriptor);
  }
}
