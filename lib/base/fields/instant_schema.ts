import * as v from "valibot";

/** A point in time in a response. */
export const instantSchema: v.GenericSchema<string> = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.description("RFC 3339, in UTC."),
);
