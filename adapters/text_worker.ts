import { fields, integer } from "../lib/base/input/check_options.ts";
import type { TextWorker } from "../lib/import/text_work/mod.ts";
import { TextThreadPool, type TextWorkerOptions } from "./text_worker/text_thread_pool.ts";

export type { TextWorkerOptions } from "./text_worker/text_thread_pool.ts";

const optionsCheck = fields<Partial<TextWorkerOptions>>({
  threads: integer(1, 64),
  deadlineMs: integer(10, 60_000),
  queue: integer(1, 10_000),
});

/**
 * Processes long texts in worker threads, so that they do not block the event loop. `postern serve` uses it by default. Idle threads do not
 * keep the process alive.
 *
 * @throws {InvalidOptionError} when an option is unknown, or its value is not allowed
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
export function textWorker(options: Partial<TextWorkerOptions> = {}): TextWorker {
  optionsCheck(options, { action: "create the text worker", option: "" });
  const { threads = 1, deadlineMs = 2000, queue = 100 } = options;
  return new TextThreadPool({ threads, deadlineMs, queue });
}
