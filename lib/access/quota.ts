import { type AddToSum, type Count, encodeKey, type KeyPart } from "../store/mod.ts";

/** A key's quota of the day, after the request at hand. */
export interface Quota {
  /** Requests per UTC day. */
  limit: number;
  /** Requests that are left today. */
  remaining: number;
  /** When the day ends, 00:00 UTC: milliseconds since the epoch. */
  resetsAt: number;
  /** The limit per second, where there is one. */
  burst?: { limit: number; remaining: number };
}

const day = 24 * 60 * 60 * 1000;

const second = 1000;

/** How long a day's count is kept after the day, in milliseconds. */
const kept = 40 * day;

/** When the UTC day of a time ends, in milliseconds since the epoch. */
export function endOfDay(now: number): number {
  return (Math.floor(now / day) + 1) * day;
}

/** The counter of the requests of a key on the UTC day of a time. */
export function dailyCounter(now: number): { key: KeyPart[]; expiresAt: number } {
  const date = new Date(now).toISOString().slice(0, 10);
  return { key: ["requests", date], expiresAt: endOfDay(now) + kept };
}

/** The counter of the requests that were refused for their number on the UTC day of a time. */
export function dailyRefusals(now: number): { key: KeyPart[]; expiresAt: number } {
  const { key, expiresAt } = dailyCounter(now);
  return { key: ["refusals", ...key.slice(1)], expiresAt };
}

/** When the second of a time ends, in milliseconds since the epoch. */
export function endOfSecond(now: number): number {
  return (Math.floor(now / second) + 1) * second;
}

/**
 * The counter of the requests of a key in the second of a time. One record that expires with each second, and not one per
 * second: a storage that frees nothing by itself would keep them for good.
 */
export function burstCounter(now: number): { key: KeyPart[]; expiresAt: number } {
  return { key: ["burst"], expiresAt: endOfSecond(now) };
}

/** Returns the counts of a key's uses. The daily counter is the first: where both limits are exceeded, the client must wait for the next day. */
export function countsWithin(
  credential: Pick<Count, "partition" | "check">,
  limit: number,
  requestsPerSecond: number | undefined,
): (now: number, uses: number) => Count {
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
    return { ...credential, sums };
  };
}
