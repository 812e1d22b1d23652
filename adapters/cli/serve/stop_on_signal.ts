import { FileStoreError } from "../../../storage-drivers/directory/file_store_error.ts";
import { printable } from "../frame/output/printable.ts";

/** Handlers that end a serving command. */
export interface Stoppable {
  /** Waits for pending requests, and closes servers and the store. */
  stop: () => Promise<void>;
  /** Ends the process without waiting for anything. */
  kill: () => void;
}

/**
 * Stops on SIGINT or SIGTERM, and ends the process with code 0. A second signal ends it immediately. If the store's disk cannot be
 * written, prints a line on the standard error.
 *
 * @returns a function that does the same as the first signal
 */
export function stopOnSignal({ stop, kill }: Stoppable): () => void {
  let isStopping = false;
  const begin = (): void => {
    if (isStopping) return;
    isStopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        if (!(error instanceof FileStoreError)) {
          console.error(error);
          kill();
          return;
        }
        // Acknowledged changes are already on disk. The next start takes over a remaining lock.
        console.error(`postern: ${printable(error.message)}`);
        process.exit(0);
      },
    );
  };
  const onSignal = (): void => (isStopping ? kill() : begin());
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, onSignal);
  return begin;
}
