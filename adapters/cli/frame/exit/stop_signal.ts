/** Stops an operation on Ctrl-C or SIGTERM after the records in progress. A second signal ends the process immediately. */
export class StopSignal {
  readonly #controller = new AbortController();
  readonly #onStop: () => void;
  readonly #onSignal = (): void => {
    // `process.exit` would deadlock with a pending LMDB commit.
    if (this.signal.aborted) process.kill(process.pid, "SIGKILL");
    this.#controller.abort();
    this.#onStop();
  };

  /** @param onStop called on the first signal */
  constructor(onStop: () => void) {
    this.#onStop = onStop;
    process.on("SIGINT", this.#onSignal);
    process.on("SIGTERM", this.#onSignal);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Removes the signal handlers. */
  dispose(): void {
    process.off("SIGINT", this.#onSignal);
    process.off("SIGTERM", this.#onSignal);
  }
}
