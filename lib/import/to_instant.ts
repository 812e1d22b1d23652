import { toIsoString } from "../timestamp.ts";

const spacedForm =
  /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(?:([+-]\d{2}):?(\d{2})|Z|UTC|GMT)?$/;
const namedMonthForm =
  /^(?:[A-Z][a-z]{2,8},? )?(?:\d{1,2} [A-Z][a-z]{2,8}|[A-Z][a-z]{2,8} \d{1,2}),? \d{4}\b/;
const zone = /(?:Z|[A-Z]{3,4}|[+-]\d{2}:?\d{2})$/;

/**
 * Converts a date in a file to RFC 3339. Accepts ISO 8601, `2026-11-21 09:00:00 +0100`, RFC 822 as in feeds, and
 * `Nov 21 2026`. A date without a time zone is in UTC. Returns undefined for an invalid date.
 */
export function toInstant(value: unknown): string | undefined {
  if (typeof value !== "string") return value instanceof Date ? toIsoString(value) : undefined;
  const text = value.trim().replace(/\s+/g, " ");
  const spaced = spacedForm.exec(text);
  if (spaced !== null) {
    const [, date = "", time = "", hours, minutes = "00"] = spaced;
    return toIsoString(`${date}T${time}${hours === undefined ? "Z" : `${hours}:${minutes}`}`);
  }
  if (!namedMonthForm.test(text)) return toIsoString(text.replaceAll("/", "-"));
  const time = Date.parse(zone.test(text) ? text : `${text} UTC`);
  return Number.isNaN(time) ? undefined : toIsoString(time);
}
