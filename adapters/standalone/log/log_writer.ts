import { write, writeSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { withoutKeys } from "../../../lib/base/secrets/without_secrets.ts";

/** Maximum number of bytes that wait for a slow reader or a full disk. Further lines are dropped and counted. */
const mostWaiting = 16_777_216;

/** Bytes that the system writes to a pipe atomically, so that lines of two processes do not mix (POSIX: PIPE_BUF). */
const atomicWrite = 4096;

/** Maximum number of UTF-8 bytes per string unit. */
const bytesPerUnit = 3;

/** Milliseconds for which lines are batched. */
const gatheredFor = 200;

/** Milliseconds until a failed write is tried again. */
const retryDelay = 100;

/** Maximum milliseconds for which a flush waits for a slow reader. */
const longestFlush = 1000;

/** Milliseconds between two attempts of a flush. */
const flushPause = 10;

const standardOutput = 1;

/** Lines that were dropped since the last successful write. */
export interface DroppedLines {
  count: number;
  /** Error code of the failed writes: `ENOSPC`. Undefined if the reader was too slow. */
  code: string | undefined;
}

/** Options of {@link LogWriter}. */
export interface LogWriterOptions {
  /** True to batch lines for up to 200 ms. False for a terminal, which shows each line immediately. */
  isBatched: boolean;
  /** True if other processes write to the same output. */
  isShared: boolean;
  /** Called when a write succeeds after lines were dropped. */
  onResumed: (dropped: DroppedLines) => void;
}

/**
 * Writes lines to the standard output in batches, without blocking requests. Node's own writes to a pipe block the whole process.
 * Writes the pending lines before the process ends. Redacts API keys in every line.
 *
 * No error ends the log. Lines wait while the disk is full or the reader is slow. If the reader is gone, they are dropped, and the next
 * batch is tried: a named pipe can get another reader.
 */
export class LogWriter {
  /** Number of gathered characters that triggers a write. */
  readonly #enough: number;
  /** Maximum number of characters per write, unless a single line is longer. */
  readonly #most: number;
  readonly #onResumed: LogWriterOptions["onResumed"];
  /** Lines are joined here, because a write for every line is slow. */
  #gathered = "";
  #timer: NodeJS.Timeout | undefined;
  /** Batches that are not yet written, the oldest first. */
  readonly #waiting: Buffer[] = [];
  #waitingBytes = 0;
  /** True while the system has the first batch. */
  #isWriting = false;
  #retry: NodeJS.Timeout | undefined;
  #code: string | undefined;
  #dropped = 0;
  #reported = 0;

  constructor({ isBatched, isShared, onResumed }: LogWriterOptions) {
    const maxWrite = isShared ? atomicWrite : 65_536;
    this.#enough = isBatched ? maxWrite / 4 : 0;
    this.#most = maxWrite / bytesPerUnit;
    this.#onResumed = onResumed;
    if (writers.size === 0) process.on("exit", flushAll);
    writers.add(this);
  }

  /** Number of lines that were dropped, for any reason. */
  get dropped(): number {
    return this.#dropped;
  }

  write(line: string): void {
    if (this.#gathered.length + line.length > this.#most) this.#passOn();
    this.#gathered += line;
    if (this.#gathered.length >= this.#enough) this.#passOn();
    else this.#timer ??= setTimeout(() => this.#passOn(), gatheredFor).unref();
  }

  /** Writes all lines synchronously. Waits for a slow reader for a second at most. */
  flush(): void {
    this.#passOn();
    const end = performance.now() + longestFlush;
    clearTimeout(this.#retry);
    this.#retry = undefined;
    const batches = this.#waiting.splice(this.#isWriting ? 1 : 0);
    for (const batch of batches) {
      this.#waitingBytes -= batch.length;
      const code = writeAll(batch, end);
      if (code === undefined) continue;
      this.#code = code;
      this.#drop(batch);
    }
  }

  #passOn(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#gathered;
    this.#gathered = "";
    if (lines === "") return;
    const batch = Buffer.from(withoutKeys(lines));
    if (this.#waitingBytes + batch.length > mostWaiting) {
      this.#drop(batch);
      return;
    }
    this.#waiting.push(batch);
    this.#waitingBytes += batch.length;
    if (!this.#isWriting && this.#retry === undefined) this.#writeNext();
  }

  #writeNext(): void {
    this.#retry = undefined;
    const [batch] = this.#waiting;
    if (batch === undefined) return;
    this.#isWriting = true;
    write(standardOutput, batch, (error, written) => {
      this.#isWriting = false;
      if (error === null) this.#advance(batch, written);
      else this.#fail(error);
    });
  }

  #advance(batch: Buffer, written: number): void {
    this.#waitingBytes -= written;
    if (written < batch.length) this.#waiting[0] = batch.subarray(written);
    else this.#waiting.shift();
    if (this.#reported < this.#dropped) this.#reportDropped();
    this.#code = undefined;
    this.#writeNext();
  }

  #fail({ code }: NodeJS.ErrnoException): void {
    this.#code = code;
    if (code === "EPIPE") {
      for (const batch of this.#waiting.splice(0)) this.#drop(batch);
      this.#waitingBytes = 0;
    } else this.#retry = setTimeout(() => this.#writeNext(), retryDelay).unref();
  }

  #drop(batch: Buffer): void {
    for (const byte of batch) if (byte === newline) this.#dropped++;
  }

  #reportDropped(): void {
    const count = this.#dropped - this.#reported;
    this.#reported = this.#dropped;
    this.#onResumed({ count, code: this.#code });
  }
}

const newline = "\n".charCodeAt(0);

/** Cell of a wait that nothing ends. */
const cell = new Int32Array(new SharedArrayBuffer(4));

/** Writes a batch synchronously. Returns the error code if it failed, or if a slow reader has not read it until `end`. */
function writeAll(batch: Buffer, end: number): string | undefined {
  for (let rest = batch; rest.length > 0;) {
    try {
      rest = rest.subarray(writeSync(standardOutput, rest));
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      if (code !== "EAGAIN" || performance.now() >= end) return code;
      Atomics.wait(cell, 0, 0, flushPause);
    }
  }
  return undefined;
}

/** The writers of this process. */
const writers = new Set<LogWriter>();

function flushAll(): void {
  for (const writer of writers) writer.flush();
}
