export { type OnError, reportError } from "../../lib/base/report_error.ts";

/** Body of the response after an unexpected error. */
export const failureBody = "Internal Server Error";

/** Headers of the response after an unexpected error. */
export const failureHeaders: Readonly<Record<string, string>> = {
  "content-type": "text/plain; charset=utf-8",
  "cache-control": "no-store",
};
