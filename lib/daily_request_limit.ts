import * as v from "valibot";

/** Validates a limit of requests per key and UTC day, of a key or of an organization. */
export const dailyRequestLimit: v.GenericSchema<number> = v.pipe(
  v.number("must be a number"),
  v.integer("must be a whole number"),
  v.minValue(1, "must be at least 1"),
  v.maxValue(1_000_000_000, "must be at most 1000000000"),
);
