/** Receives an error of host code, and the request it belongs to. */
export type OnError = (error: unknown, request?: Request) => void;

/**
 * Passes an error on to `onError`. The client gets its response even if that throws.
 *
 * @param request creates the platform's request, which has no form for some methods, such as TRACE: the error is then reported without it
 */
export function reportError(error: unknown, request: () => Request, onError: OnError): void {
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
