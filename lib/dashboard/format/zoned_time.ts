/** The instants that the clocks of a time zone show as one date and time. */
export interface ZonedTime {
  /** Milliseconds since the epoch: the first instant, if the clocks show the time twice. Undefined if they skip it. */
  instant: number | undefined;
  /** True if the clocks show the time twice, because they go back. */
  isRepeated: boolean;
}

const day = 86_400_000;

/** Returns the names of the time zones, `UTC` first. */
export function timeZones(): readonly string[] {
  return ["UTC", ...Intl.supportedValuesOf("timeZone").filter((name) => name !== "UTC")];
}

/**
 * Finds the instant that the clocks of a time zone show as a date and time.
 *
 * @param date such as `2027-01-31`
 * @param time such as `09:30`
 * @returns undefined if the date or the time does not exist in any time zone
 */
export function zonedTime(date: string, time: string, timeZone: string): ZonedTime | undefined {
  const shown = Date.parse(`${date}T${time}:00Z`);
  if (Number.isNaN(shown) || new Date(shown).toISOString().slice(0, 16) !== `${date}T${time}`)
    return undefined;
  // A clock change lies between these two offsets, if there is one on that day.
  const offsets = new Set([offsetAt(shown - day, timeZone), offsetAt(shown + day, timeZone)]);
  const instants = [...offsets]
    .map((offset) => shown - offset)
    .filter((instant) => instant + offsetAt(instant, timeZone) === shown)
    .toSorted((one, other) => one - other);
  return { instant: instants[0], isRepeated: instants.length > 1 };
}

/** Returns date and time that the clocks of a time zone show at an instant, such as `2027-01-31 09:30`. */
export function clockTime(instant: number, timeZone: string): string {
  return new Date(instant + offsetAt(instant, timeZone)).toISOString().slice(0, 16).replace("T", " ");
}

/** Returns the milliseconds that the clocks of a time zone are ahead of UTC at an instant. */
function offsetAt(instant: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const parts = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day: date = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, date, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}
