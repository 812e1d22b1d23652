/** True on Cloudflare Workers, where pending I/O ends with its request. There, a request must not wait for the I/O of a different request. */
export const isBoundToRequest: boolean =
  (globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent === "Cloudflare-Workers";

/** True on AWS Lambda and on hosts that run on it, such as Vercel and Netlify. The process stops between a response and the next request. */
export const stopsAfterResponse: boolean =
  (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[
    "AWS_LAMBDA_FUNCTION_NAME"
  ] !== undefined;

/** Time for which work may run that a response does not need: like the process, some seconds after the response, or until the response. */
export type WorkTime = "process" | "seconds" | "response";
