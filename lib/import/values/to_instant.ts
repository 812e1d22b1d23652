import { toIsoString } from "../../base/time/timestamp.ts";

/** Offsets of names of time zones: those of RFC 822, and others with one meaning. */
const offsetOfZone: ReadonlyMap<string, string> = new Map(
  `UTC+0000 GMT+0000 WET+0000 WEST+0100 CET+0100 CEST+0200 MEZ+0100 MESZ+0200 EET+0200 EEST+0300 MSK+0300 TRT+0300
EST-0500 EDT-0400 CDT-0500 CST-0600 MST-0700 MDT-0600 PST-0800 PDT-0700 AKST-0900 AKDT-0800 HST-1000 NST-0330 NDT-0230
BRT-0300 ART-0300 UYT-0300 VET-0400 PET-0500 COT-0500 WAT+0100 CAT+0200 SAST+0200 EAT+0300 PKT+0500 UZT+0500 NPT+0545
ICT+0700 WIB+0700 WITA+0800 WIT+0900 HKT+0800 SGT+0800 MYT+0800 PHT+0800 JST+0900 KST+0900 AWST+0800 ACST+0930 ACDT+1030
AEST+1000 AEDT+1100 NZST+1200 NZDT+1300`
    .split(/\s/)
    .map((entry) => [entry.slice(0, -5), entry.slice(-5)]),
);
/** Names of time zones with several meanings, such as that of India, Israel and Ireland. */
const ambiguousZones: ReadonlySet<string> = new Set(
  "ACT ADT AMT AST BST CCT CLT ECT GST IST LMT MMT PYT SST WST".split(" "),
);
const zoneName = /(?<=\d|[AaPp][Mm]) ?(?!AM$|PM$)([A-Z]{2,5})$/;

/** Year, month, day, hour, minute, second, half of the day, offset in hours and minutes. A repeated year is ignored. */
const numberForm =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:(?:[Tt]|,? )(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d{1,9})?)\.?)?(?: ?([AaPp][Mm]))?(?: \d{4})?(?: ?(?:Z|([+-]\d{1,2})(?::?(\d{2}))?))?)?$/;
/** Day and month, or month and day; the year, which RFC 822 writes with two digits; the rest. */
const namedMonthForm =
  /^(?:[A-Z][a-z]{2,8},? )?(?:(\d{1,2}) ([A-Z][a-z]{2,8})|([A-Z][a-z]{2,8}) (\d{1,2})),? (\d{4}|\d{2})(?=$|[ ,])(.*)$/;
const comment = / ?\([^()]{0,100}\)$/;
/** Maximum length of a date in characters. */
const longest = 200;
const zone = /(?:Z|[+-]\d{2}:?\d{2})$/;

/**
 * Converts a date in a file to RFC 3339. Accepts ISO 8601, the forms of YAML such as `2026-11-21 9:00:00 -4`, RFC 822 as in
 * feeds with two or four digits of the year, and `Nov 21 2026`. A comment in parentheses at the end is ignored, as in RFC 822. The name
 * of a time zone counts if it has one meaning, such as `CEST`. A date without a time zone is in UTC. Returns undefined for an invalid date.
 */
export function toInstant(value: unknown): string | undefined {
  if (typeof value !== "string") return value instanceof Date ? toIsoString(value) : undefined;
  if (value.length > longest) return undefined;
  const text = value
    .trim()
    .replace(/\s+/g, " ")
    .replace(comment, "")
    .replace(zoneName, (all, name: string) => {
      const offset = offsetOfZone.get(name);
      return offset === undefined ? all : ` ${offset}`;
    });
  const numbers = numberForm.exec(text);
  if (numbers !== null) return fromNumbers(numbers);
  const named = namedMonthForm.exec(text);
  return named === null ? toIsoString(text.replaceAll("/", "-")) : fromNamedMonth(named);
}

/** Returns a date without the name of a time zone with several meanings. Undefined for other dates. */
export function withoutZoneName(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > longest) return undefined;
  const text = value.trim();
  const [, name = ""] = zoneName.exec(text) ?? [];
  return ambiguousZones.has(name) ? text.replace(zoneName, "") : undefined;
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
  const [, year = "", month, day, hour = "0", minute = "00", second = "00", half] = found;
  const [offsetHours = "+00", offsetMinutes = "00"] = found.slice(8);
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
