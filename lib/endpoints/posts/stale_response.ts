import { StoreUnavailableError } from "../../errors.ts";
import type { CachedResponse, ExchangeRequest, PreparedResponse } from "../../exchange/mod.ts";
import type { ResolvedOptions } from "../../options.ts";
import { StoreReplacedError } from "../../store/mod.ts";

/**
 * Returns a post as it was served last, if the store is unreachable (and was not replaced) and the option `cache.staleIfError` allows that age.
 * Requests with a key get no stale post, because their use cannot be counted. `Age` says for how many seconds the post has not been confirmed
 * (RFC 9111, section 5.1).
 *
 * @returns undefined in every other case
 */
export function staleResponse(
  { incoming, now }: ExchangeRequest,
  {
    error,
    cached,
    options,
  }: { error: unknown; cached: CachedResponse | undefined; options: ResolvedOptions },
): PreparedResponse | undefined {
  const isOutage = error instanceof StoreUnavailableError && !(error instanceof StoreReplacedError);
  if (!isOutage || cached?.confirmedAt === undefined || incoming.headers.has("x-api-key")) return undefined;
  const age = Math.floor((now - cached.confirmedAt) / 1000);
  if (age > options.cache.staleIfError || options.cache.staleIfError === 0) return undefined;
  return (cached.withheld ?? cached.response).withHeaders({ age: String(Math.max(0, age)) });
}
