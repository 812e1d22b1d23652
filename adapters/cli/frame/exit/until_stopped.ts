import { type ProgressDisplay, withProgress } from "../output/progress.ts";

/** Printed when work on records is stopped. */
export const stoppingRecords =
  "Stopping after the records in progress. Press Ctrl-C again to stop without them";

/** End of a summary of work that was stopped. */
export const stoppedEarly = "; stopped before the end: run the same command again to continue";

/**
 * Runs work that shows its progress and that Ctrl-C or SIGTERM stops: they abort its signal. A second one ends the process immediately.
 *
 * @param stopping printed when the work is stopped
 */
export async function untilStopped<Result>(
  stopping: string,
  work: (display: ProgressDisplay, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  return withProgress(async (display) => {
    const controller = new AbortController();
    const onSignal = (): void => {
      // `process.exit` would deadlock with a pending LMDB commit.
      if (controller.signal.aborted) process.kill(process.pid, "SIGKILL");
      controller.abort();
      display.line(stopping);
    };
    process.on("SIGINT", onSignal);
    process.on("SIGTERM", onSignal);
    try {
      return await work(display, controller.signal);
    } finally {
      process.off("SIGINT", onSignal);
      process.off("SIGTERM", onSignal);
    }
  });
}
