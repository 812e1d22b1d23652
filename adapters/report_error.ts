import { type OnError, reportError } from "../lib/report_error.ts";

export type { OnError } from "../lib/report_error.ts";

/** Body of the response after an unexpected error. */
export const failureBody = "Internal Server Error";

/** Headers of the response after an unexpected error. */
export const failureHeaders: Readonly<Record<string, string>> = {
  "content-type": "text/plain; charset=utf-8",
  "cache-control": "no-store",
};

/** Calls {@link reportError}. Default for `onError`: the console. */
export function reportToHost(error: unknown, request: () => Request, onError: OnError = logError): void {
  reportError(error, request, onError);
}

function logError(error: unknown): void {
  // oxlint-disable-next-line no-console -- without onError an error would be lost
  console.error(error);
}
