import type { Log } from "./log/log.ts";

/**
 * Ends this process at once, with the log written. `process.exit` is no way to do that while a store is in use: it waits for LMDB's thread, which
 * in the middle of a commit waits for this one, and would hold the lock that every other process needs.
 */
export function endAtOnce(log: Log): void {
  log.flush();
  process.kill(process.pid, "SIGKILL");
  // Process 1 of a container is not killed by itself.
  process.abort();
}
