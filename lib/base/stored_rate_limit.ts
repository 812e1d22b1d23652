import type { KeyRateLimit } from "./key_rate_limit.ts";

/** The limit in the stored record of a key or of an organization. Records keep this name, so that existing stores need no upgrade. */
export interface StoredRateLimit {
  /** Requests per key and UTC day: `rateLimit.perDay` everywhere else. */
  dailyRequestLimit?: number;
}

/** Returns the record to store, with the stored name of the limit. */
export function toRecord<Data extends { rateLimit?: KeyRateLimit }>(
  data: Data,
): Omit<Data, "rateLimit"> & StoredRateLimit {
  const { rateLimit, ...record } = data;
  return rateLimit === undefined ? record : { ...record, dailyRequestLimit: rateLimit.perDay };
}

/** Returns a stored record with the public name of the limit. */
export function fromRecord<Record extends StoredRateLimit>(
  record: Record,
): Omit<Record, "dailyRequestLimit"> & { rateLimit?: KeyRateLimit } {
  const { dailyRequestLimit, ...data } = record;
  return dailyRequestLimit === undefined ? data : { ...data, rateLimit: { perDay: dailyRequestLimit } };
}
