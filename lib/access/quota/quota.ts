import { type AddToSum, type Count, encodeKey, type KeyPart } from "../../store/mod.ts";

/** A key's daily quota, after the current request. */
export interface Quota {
  /** Requests per UTC day. */
  limit: number;
  /** Remaining requests on this UTC day. */
  remaining: number;
  /** End of the day, 00:00 UTC, in milliseconds since the epoch. */
  resetsAt: number;
  /** The limit per second, if configured. */
  burst?: { limit: number; remaining: number };
}

const day = 24 * 60 * 60 * 1000;

const second = 1000;

/** Days for which a day's count is kept after the day. */
export const keptDays = 40;

/** Returns the end of the time's UTC day, in milliseconds since the epoch. */
export function endOfDay(now: number): number {
  return (Math.floor(now / day) + 1) * day;
}

/** Returns the counter of a key's requests on the time's UTC day. */
export function dailyCounter(now: number): { key: KeyPart[]; expiresAt: number } {
  const date = new Date(now).toISOString().slice(0, 10);
  return { key: ["requests", date], expiresAt: endOfDay(now) + keptDays * day };
}

/** Returns the counter of a key's requests that exceeded a limit on the time's UTC day. */
export function dailyRefusals(now: number): { key: KeyPart[]; expiresAt: number } {
  const { key, expiresAt } = dailyCounter(now);
  return { key: ["refusals", ...key.slice(1)], expiresAt };
}

/** Returns the end of the time's second, in milliseconds since the epoch. */
export function endOfSecond(now: number): number {
  return (Math.floor(now / second) + 1) * second;
}

/**
 * Returns the counter of a key's requests in the time's second. All seconds share one record, because a storage without expiry would keep
 * one record per second forever.
 */
export function burstCounter(now: number): { key: KeyPart[]; expiresAt: number } {
  return { key: ["burst"], expiresAt: endOfSecond(now) };
}

/** Returns a function that counts a key's uses. The daily counter is first: if both limits are exceeded, the client must wait for the next day. */
export function countsWithin(
  { partition, check }: Pick<Count, "partition" | "check">,
  limit: number,
  perSecond: number | undefined,
): (now: number, uses: number) => Count {
  let day = { endsAt: 0, key: "", expiresAt: 0 };
  return (now, add) => {
    const endsAt = endOfDay(now);
    if (day.endsAt !== endsAt) {
      const { key, expiresAt } = dailyCounter(now);
      day = { endsAt, key: encodeKey(key), expiresAt };
    }
    const sums: AddToSum[] = [{ key: day.key, expiresAt: day.expiresAt, add, max: limit }];
    if (perSecond !== undefined) {
      const { key, expiresAt } = burstCounter(now);
      sums.push({ key: encodeKey(key), expiresAt, add, max: perSecond });
    }
    return { partition, check, sums };
  };
}
