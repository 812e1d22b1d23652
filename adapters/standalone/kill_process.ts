import type { Log } from "./log/log.ts";

/**
 * Writes the log and ends this process immediately. `process.exit` would wait for LMDB's thread, which in the middle of a commit waits for
 * this thread. The process would then keep the lock that every other process needs.
 */
export function killProcess(log: Log): void {
  log.flush();
  process.kill(process.pid, "SIGKILL");
  // Process 1 of a container cannot kill itself with a signal.
  process.abort();
}
