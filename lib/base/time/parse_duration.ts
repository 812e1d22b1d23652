const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const shortForm = /^(?:\d{1,6}[mhd]|\d{1,5}w)$/;
const isoForm = /^P(?:(\d{1,5})W|(?:(\d{1,6})D)?(?:T(?:(\d{1,7})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?)$/;

/** JSON Schema pattern of the texts that {@link parseDuration} accepts. */
export const durationPattern: string = [shortForm, isoForm]
  .map(({ source }) => source.replace("^", "^(?=.*[1-9])"))
  .join("|");

/** Maximum length of the text of a duration. No valid duration is longer. */
export const longestDuration = 40;

/** Description of the allowed durations, for error messages. */
export const durationRule: string =
  "must be a duration such as 30d, 12h, 45m or 2w, or in ISO 8601 such as P30D or PT12H";

/**
 * Returns the milliseconds of a duration, or undefined if the text is invalid. Accepts whole minutes, hours, days or weeks (`45m`, `12h`,
 * `30d`, `2w`), and ISO 8601 in units of a fixed length (`P30D`, `PT12H`).
 */
export function parseDuration(duration: string): number | undefined {
  if (shortForm.test(duration)) {
    return positive(Number(duration.slice(0, -1)) * (units[duration.slice(-1)] ?? 0));
  }
  const match = isoForm.exec(duration);
  if (match === null) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  return positive((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1000);
}

function positive(milliseconds: number): number | undefined {
  return milliseconds > 0 ? milliseconds : undefined;
}
