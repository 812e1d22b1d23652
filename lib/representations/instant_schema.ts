import * as v from "valibot";

/** A point in time in an answer. */
export const instantSchema: v.GenericSchema<string> = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.description("RFC 3339, in UTC."),
);
