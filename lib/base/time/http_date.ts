const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const month = `(?<month>${months.join("|")})`;
const weekday = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
const clock = String.raw`(?<clock>(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d|23:59:60)`;

/** The preferred form of a date, that of RFC 850, and that of `asctime` in C. All are in UTC. */
const forms: readonly RegExp[] = [
  String.raw`${weekday}, (?<day>\d\d) ${month} (?<year>\d{4}) ${clock} GMT`,
  String.raw`(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\d\d)-${month}-(?<year>\d\d) ${clock} GMT`,
  String.raw`${weekday} ${month} (?<day>\d\d| \d) ${clock} (?<year>\d{4})`,
].map((form) => new RegExp(`^${form}$`));

/** Milliseconds after which a date with a year of two digits is in the past: 50 years. */
const longestFuture = 50 * 31_556_952_000;

/**
 * Parses a date of a header in one of the forms of RFC 9110, section 5.6.7. Returns milliseconds since the epoch, or undefined for other text.
 *
 * @param now decides the century of a year of two digits
 */
export function parseHttpDate(text: string, now: number): number | undefined {
  for (const form of forms) {
    const { groups } = form.exec(text) ?? {};
    if (groups === undefined) continue;
    const { year = "" } = groups;
    if (year.length === 4) return toTime(year, groups);
    const century = Math.floor(new Date(now).getUTCFullYear() / 100);
    const times = [century + 1, century, century - 1].map((first) => toTime(`${first}${year}`, groups));
    return times.find((time) => time !== undefined && time - now <= longestFuture);
  }
  return undefined;
}

/** Returns undefined for a day that the month does not have. */
function toTime(
  year: string,
  { month: name = "", day = "", clock: written = "" }: Readonly<Record<string, string>>,
): number | undefined {
  const number = String(months.indexOf(name) + 1).padStart(2, "0");
  const time = Date.parse(`${year}-${number}-${day.replace(" ", "0")}T${written.replace(":60", ":59")}Z`);
  // `Date.parse` reads 30 February as 2 March.
  if (new Date(time).getUTCDate() !== Number(day)) return undefined;
  return written.endsWith(":60") ? time + 1000 : time;
}

/**
 * Returns the milliseconds that a `Retry-After` header demands, as seconds or as a date (RFC 9110, section 10.2.3). Returns undefined for other
 * text.
 */
export function readRetryAfter(value: string, now: number): number | undefined {
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const time = parseHttpDate(value, now);
  return time === undefined ? undefined : Math.max(0, time - now);
}
