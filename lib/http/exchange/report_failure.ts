import { reportError } from "../../base/report_error.ts";
import type { ExchangeRequest } from "./endpoint.ts";
import type { ExchangeOptions } from "./exchange_deps.ts";

/** Reports an error to the host, and records it for logs. */
export function reportFailure(
  error: unknown,
  { about, incoming }: ExchangeRequest,
  { onError }: ExchangeOptions,
): void {
  about.error = error;
  reportError(error, () => incoming.request, onError);
}
