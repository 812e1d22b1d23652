import type { KeyPart } from "../encode_key.ts";

const day = 24 * 60 * 60 * 1000;

/** Number of days with counts, including the current day. */
export const countedDays = 30;

/** Returns the UTC day of a time, such as `2026-11-21`. */
export function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Returns the last UTC days up to now, the oldest first. */
export function lastDates(now: number, days: number): string[] {
  return Array.from({ length: days }, (_none, index) => dateOf(now - (days - 1 - index) * day));
}

/** Returns the first of the last UTC days up to now. */
export function firstDate(now: number, days: number): string {
  return dateOf(now - (days - 1) * day);
}

/** Returns the time when the counts of a day are deleted, in milliseconds since the epoch. */
export function expiryOfDay(date: string): number {
  return Date.parse(date) + countedDays * day;
}

/** Returns the end of the UTC day of a time, in milliseconds since the epoch. */
export function endOfDate(time: number): number {
  return (Math.floor(time / day) + 1) * day;
}

/** Returns the key of the record of a day. */
export function keyOfDay(prefix: readonly KeyPart[], date: string): KeyPart[] {
  return [...prefix, date];
}
