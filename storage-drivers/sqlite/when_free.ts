import { setTimeout as sleep } from "node:timers/promises";
import { sqliteCodeOf } from "./sqlite_store_error.ts";

/** Milliseconds to wait for a lock of another process, and between two attempts. */
const mostWait = 2000;
const longestPause = 16;

/**
 * Runs an action again until no other process has the lock that it needs, for at most 2 seconds. SQLite's own wait would block the event
 * loop. Returns synchronously if the action does not have to wait.
 *
 * @throws the error of the last attempt
 */
export function whenFree<Result>(action: () => Result): Result | Promise<Result> {
  try {
    return action();
  } catch (error) {
    if (!isBusy(error)) throw error;
    return again(action);
  }
}

async function again<Result>(action: () => Result): Promise<Result> {
  const end = performance.now() + mostWait;
  for (let pause = 1; ; pause = Math.min(2 * pause, longestPause)) {
    await sleep(pause);
    try {
      return action();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= end) throw error;
    }
  }
}

function isBusy(error: unknown): boolean {
  return sqliteCodeOf(error) === "SQLITE_BUSY";
}
