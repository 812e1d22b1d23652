import * as v from "valibot";

/** Limits of a key. In an organization, limits of each key without its own. */
export interface KeyRateLimit {
  /** Requests per key and UTC day, 1 to 1,000,000,000. */
  perDay: number;
}

const perDay = v.pipe(
  v.number("must be a number"),
  v.integer("must be a whole number"),
  v.minValue(1, "must be at least 1"),
  v.maxValue(1_000_000_000, "must be at most 1000000000"),
);

/** Validates the limits of a key or of an organization. */
export const keyRateLimit: v.GenericSchema<KeyRateLimit> = v.strictObject({ perDay }, messageOf);

function messageOf({ expected }: { expected: string | null }): string {
  if (expected === "Object") return "must be an object";
  return expected === "never" ? "is not a known field; allowed is perDay" : "is missing";
}

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
