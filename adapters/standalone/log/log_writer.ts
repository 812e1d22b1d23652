import sonicBoom from "sonic-boom";
import { withoutKeys } from "./without_secrets.ts";

/** Bytes that wait for a reader that is slower than we are; what comes on top is dropped, and counted. */
const mostWaiting = 16_777_216;

/** Bytes that the system writes to a pipe at once, so that the lines of two processes do not mix (POSIX: PIPE_BUF). */
const atomicWrite = 4096;

/** The most bytes of UTF-8 that a unit of a string takes. */
const bytesPerUnit = 3;

/** For how long lines are gathered, in milliseconds. */
const gatheredFor = 200;

/**
 * Writes lines to the standard output, many at a time and beside the requests: a write of Node's own to a pipe makes all wait.
 * What is still to be written is written before the process ends. No API key is written, whichever line it is in.
 */
export class LogWriter {
  readonly #sink: sonicBoom.SonicBoom;
  /** Characters that are passed on when so many are gathered. */
  readonly #enough: number;
  /** Characters that are passed on at once at the most, unless a line alone is longer. */
  readonly #most: number;
  /** Lines are put together here, and not by the sink: it counts the bytes of all that waits with each that comes. */
  #gathered = "";
  #timer: NodeJS.Timeout | undefined;
  #dropped = 0;
  #isBroken = false;

  /** @param isBatched whether lines are gathered for up to 200 ms; a person at a terminal waits for no other lines */
  constructor({ isBatched, isShared }: { isBatched: boolean; isShared: boolean }) {
    const maxWrite = isShared ? atomicWrite : 65_536;
    this.#enough = isBatched ? maxWrite / 4 : 0;
    this.#most = maxWrite / bytesPerUnit;
    this.#sink = new sonicBoom.SonicBoom({ fd: 1, sync: false, maxWrite, maxLength: mostWaiting });
    this.#sink.on("drop", (lines: string) => (this.#dropped += lines.split("\n").length - 1));
    // Whoever read our lines has gone; that is no reason to stop serving.
    this.#sink.on("error", () => (this.#isBroken = true));
    process.on("exit", () => this.flush());
  }

  /** Lines that were dropped since their reader did not keep up. */
  get dropped(): number {
    return this.#dropped;
  }

  write(line: string): void {
    if (this.#isBroken) return;
    if (this.#gathered.length + line.length > this.#most) this.#passOn();
    this.#gathered += line;
    if (this.#gathered.length >= this.#enough) this.#passOn();
    else this.#timer ??= setTimeout(() => this.#passOn(), gatheredFor).unref();
  }

  /** Writes everything, and returns when that is done. */
  flush(): void {
    this.#passOn();
    if (this.#isBroken) return;
    try {
      this.#sink.flushSync();
    } catch {
      this.#isBroken = true;
    }
  }

  #passOn(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#gathered;
    this.#gathered = "";
    if (lines !== "" && !this.#isBroken) this.#sink.write(withoutKeys(lines));
  }
}
