import sonicBoom from "sonic-boom";

/** Bytes that wait for a reader that is slower than we are; what comes on top is dropped, and counted. */
const mostWaiting = 16_777_216;

/** Bytes that the system writes to a pipe at once, so that the lines of two processes do not mix (POSIX: PIPE_BUF). */
const atomicWrite = 4096;

/**
 * Writes lines to the standard output, many at a time and beside the requests: a write of Node's own to a pipe makes all wait.
 * What is still to be written is written before the process ends.
 */
export class LogWriter {
  readonly #sink: sonicBoom.SonicBoom;
  #dropped = 0;
  #isBroken = false;

  /** @param isBatched whether lines are gathered for up to 200 ms; a person at a terminal waits for no other lines */
  constructor({ isBatched, isShared }: { isBatched: boolean; isShared: boolean }) {
    const maxWrite = isShared ? atomicWrite : 65_536;
    this.#sink = new sonicBoom.SonicBoom({
      fd: 1,
      sync: false,
      minLength: isBatched ? maxWrite / 4 : 0,
      maxWrite,
      maxLength: mostWaiting,
      periodicFlush: isBatched ? 200 : 0,
    });
    this.#sink.on("drop", () => this.#dropped++);
    // Whoever read our lines has gone; that is no reason to stop serving.
    this.#sink.on("error", () => (this.#isBroken = true));
    process.on("exit", () => this.flush());
  }

  /** Lines that were dropped since their reader did not keep up. */
  get dropped(): number {
    return this.#dropped;
  }

  write(line: string): void {
    if (!this.#isBroken) this.#sink.write(line);
  }

  /** Writes everything, and returns when that is done. */
  flush(): void {
    if (this.#isBroken) return;
    try {
      this.#sink.flushSync();
    } catch {
      this.#isBroken = true;
    }
  }
}
