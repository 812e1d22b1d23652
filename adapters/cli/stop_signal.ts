import { exitCodes } from "./exit_codes.ts";

/** Lets a work stop at Ctrl-C or SIGTERM after what was begun; a second Ctrl-C ends the process at once. */
export class StopSignal {
  readonly #controller = new AbortController();
  readonly #onSignal = (): void => {
    if (this.signal.aborted) process.exit(exitCodes.interrupted.code);
    this.#controller.abort();
  };

  constructor() {
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
