/** Runs a bounded number of tasks concurrently. Keeps the first failure for `throwFailure`, so no rejection is unhandled. */
export class BoundedTasks {
  readonly #most: number;
  readonly #running = new Set<Promise<void>>();
  #failure: { error: unknown } | undefined;

  /**
   * @param concurrency maximum number of concurrent tasks, 1 to 1000
   * @param action beginning of the error message, such as `Cannot import`
   * @throws {RangeError} if `concurrency` is out of range
   */
  constructor(concurrency: number, action: string) {
    if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 1000) {
      throw new RangeError(
        `${action}: concurrency must be a whole number from 1 to 1000, and is ${concurrency}`,
      );
    }
    this.#most = concurrency;
  }

  /** Starts a task, and waits until another one can start. Never rejects. */
  async add(task: () => Promise<void>): Promise<void> {
    const running = this.#run(task).finally(() => this.#running.delete(running));
    this.#running.add(running);
    if (this.#running.size >= this.#most) await Promise.race(this.#running);
  }

  /** Waits for all started tasks. Never rejects. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** Throws the error of the first task that failed, if any. */
  throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  async #run(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      this.#failure ??= { error };
    }
  }
}

/** Number of records that are handled concurrently. Stores write concurrent commits together. */
const recordsAtOnce = 64;

/** Handles each record, many concurrently. After a failure it starts no other task, and throws the first error. */
export async function forEachRecord<Item>(
  items: AsyncIterable<Item>,
  handle: (item: Item) => Promise<void>,
): Promise<void> {
  const tasks = new BoundedTasks(recordsAtOnce, "Cannot handle the records");
  for await (const item of items) {
    await tasks.add(() => handle(item));
    if (tasks.hasFailed) break;
  }
  await tasks.settled();
  tasks.throwFailure();
}
