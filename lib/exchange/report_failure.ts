import type { Incoming } from "../http/mod.ts";
import type { ResolvedOptions } from "../options.ts";
import type { ExchangeRequest } from "./endpoint.ts";

/** Reports an error to the host. An error that its hook throws must not keep the client from its response. */
export function reportFailure(
  error: unknown,
  { about, incoming }: ExchangeRequest,
  { onError }: ResolvedOptions,
): void {
  about.error = error;
  try {
    onError(error, requestOf(incoming));
  } catch {
    // Nobody is left to report it to.
  }
}

/** The platform's request has no form for some methods, such as TRACE. */
function requestOf(incoming: Incoming): Request | undefined {
  try {
    return incoming.request;
  } catch {
    return undefined;
  }
}
