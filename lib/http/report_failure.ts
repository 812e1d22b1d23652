import { requestFor } from "../light_request.ts";
import type { ResolvedOptions } from "../options.ts";

/** Reports an error to the host. An error that its hook throws must not keep the client from its response. */
export function reportFailure(error: unknown, request: Request, { onError }: ResolvedOptions): void {
  try {
    onError(error, requestFor(onError, request));
  } catch {
    // Nobody is left to report it to.
  }
}
