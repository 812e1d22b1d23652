import * as v from "valibot";
import {
  longestTimestamp,
  type Timestamp,
  timestampPattern,
  timestampRange,
  toMilliseconds,
} from "./timestamp.ts";

/** Smallest number of milliseconds in a request: 3 March 1973. A smaller number is most likely a time in seconds. */
const leastMilliseconds = 100_000_000_000;

const secondsRule =
  "must be in milliseconds since the epoch, but the number looks like seconds: multiply it by 1000. Send times before March 1973 in ISO 8601";
const timestampRule = "must be a date and time in ISO 8601, a Date or milliseconds since the epoch";

/** Validates a point in time: ISO 8601, milliseconds since the epoch, or a `Date`. Refuses seconds since the epoch. */
export const timestampInput: v.GenericSchema<string | number | Date, NonNullable<Timestamp>> = v.pipe(
  v.union(
    [
      v.pipe(
        v.string(),
        v.metadata({ pattern: timestampPattern }),
        v.maxLength(longestTimestamp, timestampRule),
      ),
      v.pipe(
        v.number(),
        v.minValue(leastMilliseconds, secondsRule),
        v.metadata({ maximum: timestampRange.maximum }),
      ),
      v.date(),
    ],
    timestampRule,
  ),
  v.check((timestamp) => toMilliseconds(timestamp) !== undefined, timestampRule),
);
