/** Receives an error of host code, and the request it belongs to. */
export type OnError = (error: unknown, request?: Request) => void;

/** The body of the response in place of one that failed. */
export const failureBody = "Internal Server Error";

/** The headers of that response. */
export const failureHeaders: Readonly<Record<string, string>> = {
  "content-type": "text/plain; charset=utf-8",
  "cache-control": "no-store",
};

/**
 * Passes an error on to `onError`. The client gets its response even if that throws.
 *
 * @param request creates the platform's request, which has no form for some methods: the error is then reported without it
 */
export function reportError(error: unknown, request: () => Request, onError: OnError = logError): void {
  try {
    onError(error, requestOrNone(request));
  } catch {
    // Nothing else takes errors.
  }
}

function requestOrNone(request: () => Request): Request | undefined {
  try {
    return request();
  } catch {
    return undefined;
  }
}

function logError(error: unknown): void {
  // oxlint-disable-next-line no-console -- the console is the last place for errors that no host takes
  console.error(error);
}
