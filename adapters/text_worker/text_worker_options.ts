/** Options of `textWorker`. */
export interface TextWorkerOptions {
  /** Maximum number of threads, 1 to 64. Each starts when it is first needed. Default: 1. */
  threads: number;
  /** Maximum time for one text in milliseconds, 10 to 60,000. Default: 2000. */
  deadlineMs: number;
  /** Maximum number of waiting texts, 1 to 10,000. Default: 100. */
  queue: number;
}
