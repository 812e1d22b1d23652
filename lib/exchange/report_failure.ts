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
    onError(error, incoming.request);
  } catch {
    // Nobody is left to report it to.
  }
}
