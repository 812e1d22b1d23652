import { clearLine, cursorTo } from "node:readline";
import { printableLine } from "./printable.ts";

/** The state of a long operation. */
export interface Progress {
  /** Completed part, in the unit of `total`. */
  done: number;
  /** Undefined if unknown. */
  total: number | undefined;
  /** Number of completed items, such as posts or records. */
  items: number;
  unit: string;
  /** Name of a first phase without items: `checking the file`. The clock restarts after it. */
  preparation?: string | undefined;
}

const barWidth = 24;
/** Milliseconds between two updates of the bar. */
const terminalInterval = 100;
/** Milliseconds between two lines in a pipe. */
const pipeInterval = 5000;
/** Length of the period that the remaining time is estimated from, in milliseconds. */
const samplePeriod = 30_000;

/**
 * Shows progress on the standard error: a bar with rate and remaining time on a terminal, a line every 5 seconds elsewhere. Other
 * lines must be written with `line`, so that they do not break the bar.
 */
export class ProgressDisplay {
  readonly #stream = process.stderr;
  #begin = performance.now();
  /** States of the last seconds, oldest first. The remaining time depends only on the current rate. */
  readonly #samples: { time: number; done: number }[] = [];
  #last = performance.now();
  #preparation: string | undefined;
  #isDrawn = false;

  /** Shows the state, unless the last update was too recent. */
  update(progress: Progress): void {
    const now = performance.now();
    if (now - this.#last < (this.#stream.isTTY ? terminalInterval : pipeInterval)) return;
    this.#last = now;
    if (progress.preparation !== this.#preparation) this.#restart(now, progress.preparation);
    const seconds = (now - this.#begin) / 1000;
    const left = this.#secondsLeft(now, progress);
    if (!this.#stream.isTTY) {
      this.#stream.write(`${statusOf(progress, seconds, left)}\n`);
      return;
    }
    this.#erase();
    this.#stream.write(
      `${barOf(progress)}${statusOf(progress, seconds, left)}`.slice(0, this.#stream.columns - 1),
    );
    this.#isDrawn = true;
  }

  /** Writes a line above the bar. */
  line(text: string): void {
    this.#erase();
    this.#stream.write(`${printableLine(text)}\n`);
  }

  /** Removes the bar. */
  end(): void {
    this.#erase();
  }

  #restart(now: number, preparation: string | undefined): void {
    this.#preparation = preparation;
    this.#begin = now;
    this.#samples.length = 0;
  }

  #secondsLeft(time: number, { done, total }: Progress): number | undefined {
    this.#samples.push({ time, done });
    while ((this.#samples[0]?.time ?? time) < time - samplePeriod) this.#samples.shift();
    const [first] = this.#samples;
    if (total === undefined || first === undefined || first.done === done) return undefined;
    return (((total - done) / (done - first.done)) * (time - first.time)) / 1000;
  }

  #erase(): void {
    if (!this.#isDrawn) return;
    clearLine(this.#stream, 0);
    cursorTo(this.#stream, 0);
    this.#isDrawn = false;
  }
}

/** Runs work that shows its progress, and removes the bar afterwards. */
export async function withProgress<Result>(
  work: (display: ProgressDisplay) => Promise<Result>,
): Promise<Result> {
  const display = new ProgressDisplay();
  try {
    return await work(display);
  } finally {
    display.end();
  }
}

/** Like {@link withProgress}, for work that only counts its items. */
export async function withCount<Result>(
  unit: string,
  work: (onProgress: (items: number) => void) => Promise<Result>,
): Promise<Result> {
  return withProgress(async (display) =>
    work((items) => display.update({ done: items, total: undefined, items, unit })),
  );
}

function barOf({ done, total }: Progress): string {
  if (total === undefined || total === 0) return "";
  const filled = Math.min(barWidth, Math.floor((done / total) * barWidth));
  return `${"█".repeat(filled)}${"░".repeat(barWidth - filled)} `;
}

function statusOf(
  { done, total, items, unit, preparation }: Progress,
  seconds: number,
  left: number | undefined,
): string {
  const rate = Math.round(items / Math.max(seconds, 0.001)).toLocaleString("en-US");
  const counts = preparation ?? `${items.toLocaleString("en-US")} ${unit}, ${rate}/s`;
  if (total === undefined || total === 0) return counts;
  const share = `${Math.floor(Math.min(1, done / total) * 100)}%  ${counts}`;
  return left === undefined ? share : `${share}, ${toClock(Math.round(left))} left`;
}

function toClock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}
