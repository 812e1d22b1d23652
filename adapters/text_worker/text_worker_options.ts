/** Options of `textWorker`. */
export interface TextWorkerOptions {
  /** Threads, 1 to 64; each is started when it is first needed. Default: 1. */
  threads: number;
  /** Milliseconds after which the work on one text is stopped, 10 to 60,000. Default: 2000. */
  deadline: number;
  /** Texts that may wait, 1 to 10,000. Default: 100. */
  queue: number;
}
