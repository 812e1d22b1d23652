/**
 * Moves events after their commits on Cloudflare Workers. There, the end of a request also ends the work that it started, so other requests cannot
 * wait for that work. They repeat it instead.
 */
export class UnmovedCommits {
  readonly #moves = new Map<string, () => Promise<void>>();

  /** Moves the events of a commit, and remembers them until they are moved. `name` is the same for all commits whose events move together. */
  async move(name: string, move: () => Promise<void>): Promise<void> {
    // A different function for each commit shows whether another commit came in between.
    const own = (): Promise<void> => move();
    this.#moves.set(name, own);
    await this.#run(name, own);
  }

  /** Moves all events that are left. It never rejects. */
  async settle(): Promise<void> {
    await Promise.allSettled(Array.from(this.#moves, ([name, move]) => this.#run(name, move)));
  }

  async #run(name: string, move: () => Promise<void>): Promise<void> {
    await move();
    if (this.#moves.get(name) === move) this.#moves.delete(name);
  }
}
