import { type OnError, reportError } from "../lib/report_error.ts";

export type { OnError } from "../lib/report_error.ts";

/** The body of the response in place of one that failed. */
export const failureBody = "Internal Server Error";

/** The headers of that response. */
export const failureHeaders: Readonly<Record<string, string>> = {
  "content-type": "text/plain; charset=utf-8",
  "cache-control": "no-store",
};

/** Reports an error as {@link reportError}; without `onError`, to the console. */
export function reportToHost(error: unknown, request: () => Request, onError: OnError = logError): void {
  reportError(error, request, onError);
}

function logError(error: unknown): void {
  // oxlint-disable-next-line no-console -- the console is the last place for errors that no host takes
  console.error(error);
}
