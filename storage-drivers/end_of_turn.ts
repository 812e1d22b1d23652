import { inPhase } from "./in_phase.ts";

/** Sends what is asked for in one turn of the event loop at its end; what is to be done before goes first, and can ask for more. */
export class EndOfTurn {
  readonly #send: () => void;
  #actions: (() => void)[] = [];
  #isScheduled = false;

  constructor(send: () => void) {
    this.#send = send;
  }

  /** Sees to it that this turn is sent. */
  schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    inPhase("ask", () => this.flush());
  }

  /** Calls an action once, before this turn is sent. */
  before(action: () => void): void {
    this.schedule();
    this.#actions.push(action);
  }

  /** Sends what was asked for, without waiting for the end of the turn. */
  flush(): void {
    const actions = this.#actions;
    this.#actions = [];
    for (const action of actions) action();
    this.#isScheduled = false;
    this.#send();
  }
}
