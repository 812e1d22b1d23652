/** Runs a bounded number of tasks at the same time. None rejects unheard: the first failure is kept until it is asked for. */
export class BoundedTasks {
  readonly #most: number;
  readonly #running = new Set<Promise<void>>();
  #failure: { error: unknown } | undefined;

  /**
   * @param concurrency how many tasks run at the same time, 1 to 1000
   * @param action what fails where it is out of its range
   * @throws {RangeError} when it is
   */
  constructor(concurrency: number, action: string) {
    if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 1000) {
      throw new RangeError(
        `${action}: concurrency must be a whole number from 1 to 1000, and is ${concurrency}`,
      );
    }
    this.#most = concurrency;
  }

  /** Begins a task, and waits until there is room for another one. Never rejects. */
  async add(task: () => Promise<void>): Promise<void> {
    const running = this.#run(task).finally(() => this.#running.delete(running));
    this.#running.add(running);
    if (this.#running.size >= this.#most) await Promise.race(this.#running);
  }

  /** Waits for the tasks that were begun. Never rejects. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** Throws what the first task that failed threw. */
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
