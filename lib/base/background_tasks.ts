/** Tasks that continue after the response. */
export class BackgroundTasks {
  readonly #running = new Set<Promise<void>>();

  /** Adds a task, which must not reject. */
  add(task: Promise<void>): void {
    const running = task.finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Waits for all tasks, including those that begin in the meantime. */
  async settle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
