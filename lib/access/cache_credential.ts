import { type AddToSum, encodeKey, type Stored, UseCounter } from "../store/mod.ts";
import { type Credential, credentialLocation } from "./credential.ts";
import type { CachedCredential } from "./credential_cache.ts";
import type { KeyDeps } from "./key_deps.ts";
import { burstCounter, dailyCounter, endOfDay } from "./quota.ts";

/** Caches a credential whose secret was proven, with the daily limit in force. */
export function cacheCredential(
  stored: Stored<Credential>,
  { checksum, limit }: Pick<CachedCredential, "checksum" | "limit">,
  { credentials, requestsPerSecond }: Pick<KeyDeps, "credentials" | "requestsPerSecond">,
): CachedCredential {
  const { id, expiresAt } = stored.data;
  const cached: CachedCredential = {
    stored,
    checksum,
    limit,
    expiresAt: expiresAt === undefined ? Infinity : Date.parse(expiresAt),
    counter: new UseCounter({
      partition: encodeKey(credentialLocation(id).partition),
      check: { key: stored.key, version: stored.version },
      sumsAt: sumsWithin(limit, requestsPerSecond),
    }),
  };
  credentials.set(id, cached);
  return cached;
}

/** The daily counter is the first: where both limits are exceeded, the client must wait for the next day. */
function sumsWithin(
  limit: number,
  requestsPerSecond: number | undefined,
): (now: number, uses: number) => AddToSum[] {
  let day = { endsAt: 0, key: "", expiresAt: 0 };
  return (now, add) => {
    const endsAt = endOfDay(now);
    if (day.endsAt !== endsAt) {
      const { key, expiresAt } = dailyCounter(now);
      day = { endsAt, key: encodeKey(key), expiresAt };
    }
    const sums: AddToSum[] = [{ key: day.key, expiresAt: day.expiresAt, add, max: limit }];
    if (requestsPerSecond !== undefined) {
      const { key, expiresAt } = burstCounter(now);
      sums.push({ key: encodeKey(key), expiresAt, add, max: requestsPerSecond });
    }
    return sums;
  };
}
