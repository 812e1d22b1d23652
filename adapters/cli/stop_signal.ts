/** Lets a work stop at Ctrl-C or SIGTERM after what was begun; a second one ends the process at once. */
export class StopSignal {
  readonly #controller = new AbortController();
  readonly #onStop: () => void;
  readonly #onSignal = (): void => {
    // `process.exit` would wait for a commit of LMDB, which waits for this process.
    if (this.signal.aborted) process.kill(process.pid, "SIGKILL");
    this.#controller.abort();
    this.#onStop();
  };

  /** @param onStop told of the first signal */
  constructor(onStop: () => void) {
    this.#onStop = onStop;
    process.on("SIGINT", this.#onSignal);
    process.on("SIGTERM", this.#onSignal);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Leaves the signals to the process again. */
  dispose(): void {
    process.off("SIGINT", this.#onSignal);
    process.off("SIGTERM", this.#onSignal);
  }
}
