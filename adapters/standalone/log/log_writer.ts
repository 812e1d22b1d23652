import sonicBoom from "sonic-boom";
import { withoutKeys } from "../../../lib/without_secrets.ts";

/** Maximum number of bytes that wait for a slow reader. Further lines are dropped and counted. */
const mostWaiting = 16_777_216;

/** Bytes that the system writes to a pipe atomically, so that lines of two processes do not mix (POSIX: PIPE_BUF). */
const atomicWrite = 4096;

/** Maximum number of UTF-8 bytes per string unit. */
const bytesPerUnit = 3;

/** Milliseconds for which lines are batched. */
const gatheredFor = 200;

/**
 * Writes lines to the standard output in batches, without blocking requests. Node's own writes to a pipe block the whole process.
 * Writes the pending lines before the process ends. Redacts API keys in every line.
 */
export class LogWriter {
  readonly #sink: sonicBoom.SonicBoom;
  /** Number of gathered characters that triggers a write. */
  readonly #enough: number;
  /** Maximum number of characters per write, unless a single line is longer. */
  readonly #most: number;
  /** Lines are joined here, because the sink counts the bytes of all pending lines for every new line. */
  #gathered = "";
  #timer: NodeJS.Timeout | undefined;
  #dropped = 0;
  #isBroken = false;

  /** @param isBatched true to batch lines for up to 200 ms. False for a terminal, which shows each line immediately */
  constructor({ isBatched, isShared }: { isBatched: boolean; isShared: boolean }) {
    const maxWrite = isShared ? atomicWrite : 65_536;
    this.#enough = isBatched ? maxWrite / 4 : 0;
    this.#most = maxWrite / bytesPerUnit;
    this.#sink = new sonicBoom.SonicBoom({ fd: 1, sync: false, maxWrite, maxLength: mostWaiting });
    this.#sink.on("drop", (lines: string) => (this.#dropped += lines.split("\n").length - 1));
    // The reader of the log is gone, but the server continues.
    this.#sink.on("error", () => (this.#isBroken = true));
    process.on("exit", () => this.flush());
  }

  /** Number of lines that were dropped because their reader was too slow. */
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

  /** Writes all lines synchronously. */
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
