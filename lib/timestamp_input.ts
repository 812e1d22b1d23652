import * as v from "valibot";
import {
  longestTimestamp,
  type Timestamp,
  timestampPattern,
  timestampRange,
  toMilliseconds,
} from "./timestamp.ts";

const timestampRule = "must be a date and time in ISO 8601, a Date or milliseconds since the epoch";

/** Validates a point in time: ISO 8601, milliseconds since the epoch, or a `Date`. */
export const timestampInput: v.GenericSchema<string | number | Date, NonNullable<Timestamp>> = v.pipe(
  v.union(
    [
      v.pipe(
        v.string(),
        v.metadata({ pattern: timestampPattern }),
        v.maxLength(longestTimestamp, timestampRule),
      ),
      v.pipe(v.number(), v.metadata(timestampRange)),
      v.date(),
    ],
    timestampRule,
  ),
  v.check((timestamp) => toMilliseconds(timestamp) !== undefined, timestampRule),
);
