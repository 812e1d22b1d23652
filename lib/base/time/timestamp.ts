import { BoundedMap } from "../bounded_map.ts";

/**
 * A point in time from a host's database: an ISO 8601 string, milliseconds since the epoch, a `Date`,
 * or nothing. A string without an offset is in UTC.
 */
export type Timestamp = string | number | Date | null | undefined;

const isoForm =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?([Zz]|[+-]\d{2}:?\d{2})?)?$/;

/** Matches the days of the calendar. JSON Schema's `format` is only a hint. */
const day = [
  String.raw`\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)`,
  String.raw`|(?:\d{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29`,
].join("");

/** JSON Schema's `pattern` of a day such as `2026-11-26`. */
export const dayPattern: string = `^(?:${day})$`;

/**
 * JSON Schema pattern of the texts that {@link toMilliseconds} reads: calendar dates that exist, with an optional time and UTC offset.
 * Times that an offset moves before the year 0 or after 9999 match the pattern, but are rejected. So are leap seconds, except in the last
 * minute of a month in UTC.
 */
export const timestampPattern: string = [
  String.raw`^\s*(?:`,
  day,
  String.raw`)(?:[Tt ](?:(?:[01]\d|2[0-3]):[0-5]\d(?::(?:[0-5]\d|60)(?:\.\d{1,9})?)?|24:00(?::00(?:\.0{1,9})?)?)`,
  String.raw`(?:[Zz]|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?\s*$`,
].join("");

/** Maximum length of the text of a time in a request, with spaces around it. */
export const longestTimestamp = 100;

/** Milliseconds of the first and the last instant that RFC 3339 can express. */
export const timestampRange: { minimum: number; maximum: number } = {
  minimum: -62_167_219_200_000,
  maximum: 253_402_300_799_999,
};

/** Cache of parsed texts. The same posts are shown often, and parsing their times is the slowest part of a list. */
const known = new BoundedMap<Instant>(20_000);
/** Longest text that is cached, in characters. */
const longestKnown = 40;

/** The instant of a text; both fields are undefined if the text is not a valid time. */
interface Instant {
  time: number | undefined;
  iso: string | undefined;
}

/** Returns a timestamp in milliseconds since the epoch, or undefined if it is missing or invalid. */
export function toMilliseconds(timestamp: Timestamp): number | undefined {
  if (typeof timestamp === "string") return instantOf(timestamp).time;
  const time = timestamp instanceof Date ? timestamp.getTime() : timestamp;
  return typeof time === "number" && isWritable(time) ? Math.trunc(time) : undefined;
}

/** Returns the RFC 3339 form in UTC with milliseconds, or undefined if the timestamp is missing or invalid. */
export function toIsoString(timestamp: Timestamp): string | undefined {
  if (typeof timestamp === "string") return instantOf(timestamp).iso;
  return isoOf(toMilliseconds(timestamp));
}

function instantOf(text: string): Instant {
  const instant = known.get(text);
  if (instant !== undefined) return instant;
  const time = parseIso(text);
  const read = { time, iso: isoOf(time) };
  if (text.length <= longestKnown) known.set(text, read);
  return read;
}

function isoOf(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}

function parseIso(text: string): number | undefined {
  const match = isoForm.exec(text.trim());
  if (match === null) return undefined;
  const [, date = "", time = "00:00", seconds = "00", fraction = "0", offset = "Z"] = match;
  // `Date.parse` reads 30 February as 2 March.
  if (new Date(`${date}T00:00:00Z`).getUTCDate() !== Number(date.slice(8))) return undefined;
  const zone = offset.length === 5 ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset.toUpperCase();
  const isLeapSecond = seconds === "60";
  const counted = isLeapSecond ? "59" : seconds;
  const parsed = Date.parse(`${date}T${time}:${counted}.${fraction.slice(0, 3).padEnd(3, "0")}${zone}`);
  return isWritable(parsed) && (!isLeapSecond || isEndOfMonth(parsed)) ? parsed : undefined;
}

/** True in the last second of a month in UTC, which is the only place of a leap second. It is read as the second before it. */
function isEndOfMonth(time: number): boolean {
  return /-01T00:00:00/.test(new Date(time + 1000).toISOString());
}

/** True if RFC 3339, which has four digits for the year, can express the time. */
function isWritable(time: number): boolean {
  return time >= timestampRange.minimum && time <= timestampRange.maximum;
}
