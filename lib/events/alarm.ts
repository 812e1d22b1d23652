import type { Sleep } from "../base/time/sleep.ts";

/** A pause that ends early when the alarm rings. */
export class Alarm {
  readonly #sleep: Sleep;
  #isRung = false;
  #pause: AbortController | undefined;

  constructor(sleep: Sleep) {
    this.#sleep = sleep;
  }

  /** Ends the current pause, or the next one. */
  ring(): void {
    this.#isRung = true;
    this.#pause?.abort();
  }

  /** Waits. Returns true if the alarm rang. */
  async wait(milliseconds: number): Promise<boolean> {
    if (!this.#isRung) {
      this.#pause = new AbortController();
      await this.#sleep(milliseconds, this.#pause.signal).catch(() => undefined);
    }
    const isRung = this.#isRung;
    this.#isRung = false;
    return isRung;
  }
}
