import { inputField, type FieldErrors } from "../design/field.ts";
import { clockTime, zonedTime } from "../format/zoned_time.ts";
import { html, type Html } from "../../base/text/html.ts";
import { isTimeZone, timeZoneRule } from "../../base/time/time_zone.ts";
import type { StoredPost } from "../../content/mod.ts";
import { cookiePlaceOf, readCookie, setCookie } from "../sign_in/cookies.ts";
import { pathTo, type Visit } from "../visit.ts";
import { textOf } from "./read_form.ts";

/** Texts of the fields of a time in a time zone. */
export interface ZonedTexts {
  date: string;
  time: string;
  timeZone: string;
}

/** Seconds for which a browser keeps the time zone of its writer: a year. */
const zoneSeconds = 31_536_000;

/** Renders the fields of a time. A script suggests time zones, and chooses that of the browser until the writer has chosen another. */
export function zonedTimeFields(
  visit: Visit,
  { date, time, timeZone }: ZonedTexts,
  { errors = {}, isRequired = false }: { errors?: FieldErrors; isRequired?: boolean } = {},
): Html {
  const isUnknown = keptZone(visit) === undefined;
  const suggestions = pathTo(visit, "suggestions?field=timeZone");
  return html`${inputField({ name: "date", label: "Date", type: "date", value: date, errors, isRequired })}
${inputField({ name: "time", label: "Time", type: "time", value: time, errors, isRequired })}
<div${isUnknown && html` data-time-zone`}>${inputField({ name: "timeZone", label: "Time zone", value: timeZone, errors, suggestions, isRequired })}</div>`;
}

/** Returns the texts of a sent form. */
export function zonedTextsIn(form: FormData): ZonedTexts {
  return {
    date: textOf(form, "date"),
    time: textOf(form, "time").slice(0, 5),
    timeZone: textOf(form, "timeZone") || "UTC",
  };
}

/** Returns the texts of an instant in a time zone that the runtime knows. */
export function zonedTextsOf(instant: string, timeZone: string): ZonedTexts {
  const [date = "", time = ""] = clockTime(Date.parse(instant), timeZone).split(" ");
  return { date, time, timeZone };
}

/** Returns the instant of texts in milliseconds, or the error of the field that is wrong. */
export function instantOf({
  date,
  time,
  timeZone,
}: ZonedTexts): { instant: number } | { errors: FieldErrors } {
  if (!isTimeZone(timeZone)) return { errors: { timeZone: timeZoneRule } };
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return { errors: { date: "must be a date such as 2027-01-31" } };
  if (!/^\d{2}:\d{2}$/.test(time)) return { errors: { time: "must be a time such as 09:30" } };
  const zoned = zonedTime(date, time, timeZone);
  if (zoned === undefined) return { errors: { date: "must be an existing date and time" } };
  const { instant } = zoned;
  if (instant !== undefined) return { instant };
  const message = `does not exist in ${timeZone} on that day, because the clocks go forward over it. Choose an earlier or a later time`;
  return { errors: { time: message } };
}

/** Returns the time zone that the writer of this browser has chosen last. */
export function writersZone(visit: Visit): string {
  return keptZone(visit) ?? "UTC";
}

/** Returns the time zone in which a post was scheduled, or else that of the writer. */
export function zoneOfSchedule(
  visit: Visit,
  { scheduleZone = "" }: Pick<StoredPost, "scheduleZone">,
): string {
  return isTimeZone(scheduleZone) ? scheduleZone : writersZone(visit);
}

function keptZone(visit: Visit): string | undefined {
  const kept = readCookie(visit.request, "postern_zone", cookiePlaceOf(visit.request, visit));
  return kept !== undefined && isTimeZone(kept) ? kept : undefined;
}

/** Returns the header that keeps a chosen time zone in the browser. */
export function keepZone(visit: Visit, timeZone: string): Record<string, string> {
  if (!/^[\w+/:-]{1,64}$/.test(timeZone)) return {};
  const cookie = setCookie("postern_zone", timeZone, cookiePlaceOf(visit.request, visit));
  return { "set-cookie": `${cookie}; Max-Age=${zoneSeconds}` };
}
