import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type { AtomicDriver } from "../../../lib/store/mod.ts";
import { startingErrorOf } from "../../../storage-drivers/opening/starting_server.ts";
import type { Log } from "../../standalone/log/log.ts";
import { CliError } from "../frame/exit/cli_error.ts";
import { openOrCreateStorage } from "../store/open_storage.ts";

/** Milliseconds between two attempts to open the store. */
const attemptInterval = 500;
const lineInterval = 1000;

/** Options of {@link openWhenStarted}. */
interface StoreWait {
  /** Maximum milliseconds to wait. */
  storeWait: number;
  log: Pick<Log, "message">;
  /** Called once if the store does not open within a second. */
  onWait: () => Promise<void>;
  /** Its abortion ends the wait. */
  signal: AbortSignal;
}

/**
 * Opens a store, and creates it if it does not exist. Waits for its server, with a line a second, while the server is starting or cannot be reached.
 *
 * @throws {CliError} when the server refuses the store, such as by a wrong password, or has not started in time
 */
export async function openWhenStarted(setting: string, wait: StoreWait): Promise<AtomicDriver> {
  // Only a setting with a URL names a server.
  if (wait.storeWait === 0 || !setting.includes("://")) return openOrCreateStorage(setting);
  const { storeWait, log, onWait, signal } = wait;
  const end = performance.now() + storeWait;
  let reason = "it has not responded yet";
  let waiting: Promise<void> | undefined;
  const beginWait = (): Promise<void> => (waiting ??= onWait());
  const logWait = (): void => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    log.message("warn", `Waiting for the store, at most ${left} more seconds: ${reason}`);
  };
  // A failure of `onWait` is thrown below.
  const lines = setInterval(() => void beginWait().then(logWait, () => undefined), lineInterval);
  try {
    for (;;) {
      const opened = await attempt(setting);
      if (!(opened instanceof Error)) {
        await waiting;
        return opened;
      }
      signal.throwIfAborted();
      reason = opened.message;
      if (performance.now() >= end) throw tooLate(opened, storeWait);
      await beginWait();
      await pause(attemptInterval, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  } finally {
    clearInterval(lines);
  }
}

/** Returns the store, or the error of a server that is starting. */
async function attempt(setting: string): Promise<AtomicDriver | Error> {
  try {
    return await openOrCreateStorage(setting);
  } catch (error) {
    const starting = startingErrorOf(error);
    if (starting === undefined) throw error;
    return starting;
  }
}

function tooLate(cause: Error, storeWait: number): CliError {
  const seconds = storeWait / 1000;
  return new CliError(
    `Cannot serve: the store did not start within ${seconds} ${seconds === 1 ? "second" : "seconds"} (--store-wait). ${cause.message}`,
    { cause },
  );
}
