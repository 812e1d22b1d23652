import { FileStoreError } from "../../storage-drivers/fs/file_store_error.ts";
import { printable } from "./printable.ts";

/** What a signal does to a command that serves. */
interface Stoppable {
  /** Answers what is under way, and closes what was opened. */
  stop: () => Promise<void>;
  /** Ends the process without waiting for anything. */
  kill: () => void;
}

/**
 * On SIGINT or SIGTERM: stops, and ends the process with code 0. A second signal ends it at once. A store whose disk cannot be written is
 * a line on the standard error.
 *
 * @returns does the same as a first signal
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
        // All that was acknowledged was written before. A lock that stays is taken over by the next start.
        console.error(`postern: ${printable(error.message)}`);
        process.exit(0);
      },
    );
  };
  const onSignal = (): void => (isStopping ? kill() : begin());
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, onSignal);
  return begin;
}
