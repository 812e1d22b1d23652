import * as v from "valibot";
import { toIsoString } from "../time/timestamp.ts";

/** Maximum number of items of a list in an export. No list of a record is longer. */
export const mostItems = 1000;

/** A text. */
export const string: v.GenericSchema<string> = v.string("must be a string");
/** A text that is not empty. */
export const text: v.GenericSchema<string> = v.pipe(string, v.minLength(1, "must not be empty"));

/** A time in UTC. */
export const instant: v.GenericSchema<string> = v.pipe(
  string,
  v.check((time) => toIsoString(time) === time, "must be a date and time such as 2026-11-21T09:00:00.000Z"),
);

/** A UTC day. */
export const date: v.GenericSchema<string> = v.pipe(
  string,
  v.isoDate("must be a date such as 2026-11-21"),
  v.check(isDay, "must be an existing date"),
);

/** A number of things. */
export const count: v.GenericSchema<number> = v.pipe(
  v.number("must be a number"),
  v.safeInteger("must be a whole number"),
  v.minValue(0, "must not be negative"),
);

/** A number of at least 1. */
export const positive: v.GenericSchema<number> = v.pipe(count, v.minValue(1, "must be at least 1"));

/** A list of at most {@link mostItems}. */
export function listOf<Item>(item: v.GenericSchema<unknown, Item>): v.GenericSchema<unknown, Item[]> {
  return v.pipe(
    v.array(item, "must be an array"),
    v.maxLength(mostItems, `must have at most ${mostItems} items`),
  );
}

/** True for a day that the calendar has. `Date.parse` alone reads 30 February as 2 March. */
function isDay(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
