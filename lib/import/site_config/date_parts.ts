const days = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const months = "January February March April May June July August September October November December".split(
  " ",
);

/** The parts of a date in addresses, with leading zeros. */
export interface DateParts {
  year: string;
  month: string;
  day: string;
  hour: string;
  minute: string;
  second: string;
  monthName: string;
  weekdayName: string;
  /** 0 is Sunday. */
  weekday: number;
  /** 001 to 366. */
  yearDay: string;
  /** Year and week of ISO 8601. */
  weekYear: string;
  week: string;
}

/** Options of {@link datePartsOf}. */
export interface DatePartsOptions {
  /** The date in the front matter, as written. */
  written: unknown;
  /** The same date, or that of the file's name, in RFC 3339. */
  date: string;
  /** Time zone of the site. Default: the digits as written. */
  timeZone?: string | undefined;
}

const dateOnly = /^\d{4}-\d{1,2}-\d{1,2}$/;
const writtenDigits = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[Tt ]\s?(\d{1,2}):(\d{2})(?::(\d{2}))?)?/;

/** Returns the parts of a date as a site generator shows them. */
export function datePartsOf({ written, date, timeZone }: DatePartsOptions): DateParts {
  const text = typeof written === "string" ? written.trim() : "";
  const isZoned = timeZone !== undefined && written !== undefined && !dateOnly.test(text);
  const local = isZoned ? inTimeZone(date, timeZone) : undefined;
  if (local !== undefined) return partsOf(local);
  const found = writtenDigits.exec(text);
  if (found === null) return partsOf(new Date(date));
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((digits: string | undefined) => Number(digits ?? 0));
  return partsOf(new Date(Date.UTC(year, month - 1, day, hour, minute, second)));
}

/** Returns a date whose UTC fields are those of the time zone, or undefined if the time zone is unknown. */
function inTimeZone(date: string, timeZone: string): Date | undefined {
  try {
    const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
    return new Date(`${format.format(new Date(date)).replace(" ", "T")}Z`);
  } catch {
    return undefined;
  }
}

function partsOf(date: Date): DateParts {
  const [year = "", month = "", day = "", hour = "", minute = "", second = ""] = date
    .toISOString()
    .split(/[-T:.]/);
  const startOfYear = Date.UTC(date.getUTCFullYear(), 0, 1);
  const yearDay = Math.floor((date.getTime() - startOfYear) / 86_400_000) + 1;
  // The ISO week of a date is the week of its Thursday.
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * 86_400_000);
  const firstDay = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week = Math.floor((thursday.getTime() - firstDay) / (7 * 86_400_000)) + 1;
  return {
    year,
    month,
    day,
    hour,
    minute,
    second,
    monthName: months[date.getUTCMonth()] ?? "",
    weekdayName: days[date.getUTCDay()] ?? "",
    weekday: date.getUTCDay(),
    yearDay: String(yearDay).padStart(3, "0"),
    weekYear: String(thursday.getUTCFullYear()),
    week: String(week).padStart(2, "0"),
  };
}

/** Formats a date as Python's `strftime`. Returns undefined for an unknown directive. */
export function strftime(format: string, parts: DateParts): string | undefined {
  const { year, month, day, hour, minute, second, monthName, weekdayName, yearDay } = parts;
  const values: Readonly<Record<string, string>> = {
    Y: year,
    y: year.slice(2),
    m: month,
    d: day,
    H: hour,
    M: minute,
    S: second,
    B: monthName,
    b: monthName.slice(0, 3),
    A: weekdayName,
    a: weekdayName.slice(0, 3),
    j: yearDay,
    "%": "%",
  };
  return filled(format, /%-?(.)/gs, (found, name) =>
    found.startsWith("%-") ? values[name]?.replace(/^0+(?=.)/, "") : values[name],
  );
}

/** Formats a date as Babel does for Python. Returns undefined for an unknown field. */
export function babelDate(format: string, { year, month, day, monthName }: DateParts): string | undefined {
  const values: Readonly<Record<string, string>> = {
    yyyy: year,
    yy: year.slice(2),
    y: year,
    MMMM: monthName,
    MMM: monthName.slice(0, 3),
    MM: month,
    M: String(Number(month)),
    dd: day,
    d: String(Number(day)),
  };
  return filled(format, /([A-Za-z])\1*/g, (found) => values[found]);
}

function filled(
  format: string,
  pattern: RegExp,
  valueOf: (found: string, name: string) => string | undefined,
): string | undefined {
  let isKnown = true;
  const text = format.replace(pattern, (found, name: string) => {
    const value = valueOf(found, name);
    if (value === undefined) isKnown = false;
    return value ?? "";
  });
  return isKnown ? text : undefined;
}
