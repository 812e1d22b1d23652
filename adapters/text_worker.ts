import type { TextWorker } from "../lib/text_work/mod.ts";
import { TextThreadPool } from "./text_worker/text_thread_pool.ts";

/** Options of {@link textWorker}. */
export interface TextWorkerOptions {
  /** Threads, 1 to 64; each is started when it is first needed. Default: 1. */
  threads: number;
  /** Milliseconds after which the work on one text is stopped, 10 to 60,000. Default: 2000. */
  deadline: number;
  /** Texts that may wait, 1 to 10,000. Default: 100. */
  queue: number;
}

/**
 * Works on long texts in worker threads, so that no text that users write holds the event loop. `postern serve` has one. It keeps no
 * process alive while it is idle.
 *
 * @throws {RangeError} when an option is out of its range
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { textWorker } from "postern/node";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 *
 * const api = createPublicApi({ storage: memoryDriver(), textWorker: textWorker() });
 * ```
 */
export function textWorker({
  threads = 1,
  deadline = 2000,
  queue = 100,
}: Partial<TextWorkerOptions> = {}): TextWorker {
  checkRange("threads", threads, 1, 64);
  checkRange("deadline", deadline, 10, 60_000);
  checkRange("queue", queue, 1, 10_000);
  return new TextThreadPool({ threads, deadline, queue });
}

function checkRange(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new RangeError(
    `Cannot create the text worker: ${name} must be a whole number from ${least} to ${most}, and is ${value}`,
  );
}
