import { StoreRefusedError, StoreUnavailableError } from "../base/errors.ts";

/**
 * Returns a handler of errors that ignores an unavailable store. A host may close the store while committed events wait in the outbox. They
 * are stored, and the worker moves them later. A refusal is reported.
 */
export function unlessUnavailable(onError: (error: unknown) => void): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof StoreUnavailableError) || error instanceof StoreRefusedError) onError(error);
  };
}
