import { toIsoString } from "../../base/time/timestamp.ts";

/** Hours of the zones that RFC 822 names. */
const hoursOfZone: Readonly<Record<string, string>> = {
  Z: "+00",
  UTC: "+00",
  GMT: "+00",
  EST: "-05",
  EDT: "-04",
  CST: "-06",
  CDT: "-05",
  MST: "-07",
  MDT: "-06",
  PST: "-08",
  PDT: "-07",
};

/** Year, month, day, hour, minute, second, half of the day, zone name, offset in hours and minutes. A repeated year is ignored. */
const numberForm =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:(?:[Tt]|,? )(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d{1,9})?)\.?)?(?: ?([AaPp][Mm]))?(?: \d{4})?(?: ?(?:([A-Z]{1,3})|([+-]\d{1,2})(?::?(\d{2}))?))?)?$/;
/** Day and month, or month and day; the year, which RFC 822 writes with two digits; the rest. */
const namedMonthForm =
  /^(?:[A-Z][a-z]{2,8},? )?(?:(\d{1,2}) ([A-Z][a-z]{2,8})|([A-Z][a-z]{2,8}) (\d{1,2})),? (\d{4}|\d{2})(?=$|[ ,])(.*)$/;
const comment = / ?\([^()]{0,100}\)$/;
/** Maximum length of a date in characters. */
const longest = 200;
const zone = /(?:Z|[A-Z]{3,4}|[+-]\d{2}:?\d{2})$/;

/**
 * Converts a date in a file to RFC 3339. Accepts ISO 8601, the forms of YAML such as `2026-11-21 9:00:00 -4`, RFC 822 as in
 * feeds with two or four digits of the year, and `Nov 21 2026`. A comment in parentheses at the end is ignored, as in RFC 822. A date without a time zone is in UTC. Returns undefined for an invalid date.
 */
export function toInstant(value: unknown): string | undefined {
  if (typeof value !== "string") return value instanceof Date ? toIsoString(value) : undefined;
  if (value.length > longest) return undefined;
  const text = value.trim().replace(/\s+/g, " ").replace(comment, "");
  const numbers = numberForm.exec(text);
  if (numbers !== null) return fromNumbers(numbers);
  const named = namedMonthForm.exec(text);
  return named === null ? toIsoString(text.replaceAll("/", "-")) : fromNamedMonth(named);
}

function fromNamedMonth(found: RegExpExecArray): string | undefined {
  const [, first, , , second, year = "", rest = ""] = found;
  const day = Number(first ?? second);
  const month = found[2] ?? found[3];
  // `Date.parse` reads 30 February as 2 March.
  if (new Date(Date.parse(`${month} ${day} ${fullYear(year)} UTC`)).getUTCDate() !== day) return undefined;
  const text = `${day} ${month} ${fullYear(year)}${rest}`;
  const time = Date.parse(zone.test(text) ? text : `${text} UTC`);
  return Number.isNaN(time) ? undefined : toIsoString(time);
}

/** Years of two digits are from 1950 to 2049 (RFC 2822, section 4.3). */
function fullYear(year: string): string {
  if (year.length === 4) return year;
  return `${Number(year) < 50 ? 20 : 19}${year}`;
}

function fromNumbers(found: RegExpExecArray): string | undefined {
  const [, year = "", month, day, hour = "0", minute = "00", second = "00", half, name = "Z"] = found;
  const [offsetHours = hoursOfZone[name], offsetMinutes = "00"] = found.slice(9);
  if (offsetHours === undefined) return undefined;
  const hours = half === undefined ? Number(hour) : hourOfDay(Number(hour), half);
  const date = `${year}-${pad(month)}-${pad(day)}`;
  const offset = `${offsetHours.slice(0, 1)}${pad(offsetHours.slice(1))}:${offsetMinutes}`;
  return hours === undefined ? undefined : toIsoString(`${date}T${pad(hours)}:${minute}:${second}${offset}`);
}

function hourOfDay(hour: number, half: string): number | undefined {
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0);
}

function pad(value: number | string | undefined): string {
  return String(value).padStart(2, "0");
}
