import type { FailedAttempts } from "../../access/mod.ts";
import { type ExchangeRequest, secondsUntil, type ProblemCode, ProblemError } from "../../http/mod.ts";

/**
 * Counts a request of a client's address.
 *
 * @throws {ProblemError} with this code and detail if the address has sent too many requests
 */
export function countRequest(
  request: ExchangeRequest,
  requests: FailedAttempts,
  { code, detail }: { code: ProblemCode; detail: string },
): void {
  const address = request.findAddress();
  if (address === undefined) return;
  const until = requests.blockedUntil(address);
  if (until !== undefined) {
    const headers = { "retry-after": String(secondsUntil(until, request.now)) };
    throw new ProblemError(code, detail, { headers });
  }
  requests.add(address);
}
