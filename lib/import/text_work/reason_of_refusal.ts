import { TextTooLargeError, TextWorkerBusyError, TextWorkStoppedError } from "./text_work_errors.ts";

/** Returns the reason why a text was not read. @throws the error if it has another cause */
export function reasonOfRefusal(error: unknown): string {
  const isRefusal =
    error instanceof TextWorkStoppedError ||
    error instanceof TextTooLargeError ||
    error instanceof TextWorkerBusyError;
  if (!isRefusal) throw error;
  return error.message;
}
