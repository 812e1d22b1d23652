/**
 * A point in time as a host's database may give it: an ISO 8601 string (UTC when it names no
 * offset), milliseconds since the epoch, a `Date`, or nothing.
 */
export type Timestamp = string | number | Date | null | undefined;

const isoForm =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** The milliseconds since the epoch of a timestamp, or undefined when it is missing or means no instant. */
export function toMilliseconds(timestamp: Timestamp): number | undefined {
  if (typeof timestamp === "string") return parseIso(timestamp);
  const time = timestamp instanceof Date ? timestamp.getTime() : timestamp;
  return typeof time === "number" && isWritable(time) ? Math.trunc(time) : undefined;
}

/** The RFC 3339 form in UTC with milliseconds, or undefined when the timestamp means no instant. */
export function toIsoString(timestamp: Timestamp): string | undefined {
  const time = toMilliseconds(timestamp);
  return time === undefined ? undefined : new Date(time).toISOString();
}

function parseIso(text: string): number | undefined {
  const match = isoForm.exec(text.trim());
  if (match === null) return undefined;
  const [, date = "", time = "00:00", seconds = "00", fraction = "0", offset = "Z"] = match;
  // `Date.parse` takes 30 February for 2 March.
  if (new Date(`${date}T00:00:00Z`).getUTCDate() !== Number(date.slice(8))) return undefined;
  const zone = offset.length === 5 ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset;
  const parsed = Date.parse(`${date}T${time}:${seconds}.${fraction.slice(0, 3).padEnd(3, "0")}${zone}`);
  return isWritable(parsed) ? parsed : undefined;
}

/** RFC 3339 has four digits for the year. */
function isWritable(time: number): boolean {
  return time >= -62_167_219_200_000 && time <= 253_402_300_799_999;
}
