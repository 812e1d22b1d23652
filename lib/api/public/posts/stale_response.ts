import { StoreUnavailableError } from "../../../base/errors.ts";
import type { CachedResponse, ExchangeRequest, PreparedResponse } from "../../../http/mod.ts";
import type { ApiOptions } from "../../api_options.ts";
import { StoreReplacedError } from "../../../store/mod.ts";

/**
 * Returns the last response of a post if the store is unreachable (and was not replaced) and the option `cache.staleIfErrorSeconds` allows its age.
 * Requests with a key get no stale post, because their use cannot be counted. `Age` is the number of seconds since the post was last
 * confirmed (RFC 9111, section 5.1). If a clock that was ahead confirmed it, the age is negative, and its amount limits the use.
 *
 * @returns the stale response, or undefined if it is not allowed
 */
export function staleResponse(
  { incoming, now }: ExchangeRequest,
  { error, cached, options }: { error: unknown; cached: CachedResponse | undefined; options: ApiOptions },
): PreparedResponse | undefined {
  const isOutage = error instanceof StoreUnavailableError && !(error instanceof StoreReplacedError);
  if (!isOutage || cached?.confirmedAt === undefined || incoming.headers.has("x-api-key")) return undefined;
  const age = Math.floor((now - cached.confirmedAt) / 1000);
  const longest = options.cache.staleIfErrorSeconds;
  if (Math.abs(age) > longest || longest === 0) return undefined;
  return (cached.withheld ?? cached.response).withHeaders({ age: String(Math.max(0, age)) });
}
