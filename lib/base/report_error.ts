/** Receives an error of host code, and the request it belongs to. */
export type OnError = (error: unknown, request?: Request) => void;

/** Prints an error on the console, the default for `onError`. */
export function logError(error: unknown): void {
  // oxlint-disable-next-line no-console -- the host has no `onError`
  console.error(error);
}

/**
 * Passes an error to `onError`. The client gets its response even if `onError` throws.
 *
 * @param request creates the platform's `Request`. If that throws, as it does for TRACE, the error is reported without a request.
 */
export function reportError(
  error: unknown,
  request: () => Request | undefined,
  onError: OnError = logError,
): void {
  try {
    onError(error, requestOrUndefined(request));
  } catch {
    // There is no other place to report errors.
  }
}

function requestOrUndefined(request: () => Request | undefined): Request | undefined {
  try {
    return request();
  } catch {
    return undefined;
  }
}

/** Returns the stack of an error with those of its causes, as in Node's output. */
export function stackOf({ stack = "", cause }: Error, mostCauses = 10): string {
  const hasCause = cause instanceof Error && mostCauses > 0;
  return hasCause ? `${stack}\ncaused by: ${stackOf(cause, mostCauses - 1)}` : stack;
}
