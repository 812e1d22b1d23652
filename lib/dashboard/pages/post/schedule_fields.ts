import type { StoredPostWithHtml } from "../../../content/mod.ts";
import { type FieldErrors, inputField, selectField } from "../../design/field.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { textOf } from "../../form/read_form.ts";
import { clockTime, isTimeZone, timeZones, zonedTime } from "../../format/zoned_time.ts";

/** Time of the form before the writer chooses one. */
const usualTime = "09:00";

/** Values of the fields. */
export interface ScheduleValues {
  date: string;
  time: string;
  timeZone: string;
}

/** Renders the fields of the time at which a post is published. A script may choose the time zone of the browser. */
export function scheduleFields({ date, time, timeZone }: ScheduleValues, errors: FieldErrors = {}): Html {
  const zones = timeZones();
  const choices = zones.includes(timeZone) ? zones : [timeZone, ...zones];
  return html`${inputField({ name: "date", label: "Date", type: "date", value: date, errors, isRequired: true })}
${inputField({ name: "time", label: "Time", type: "time", value: time, errors, isRequired: true })}
<div data-time-zone>${selectField({ name: "timeZone", label: "Time zone", value: timeZone, errors, choices: choices.map((name) => [name, name]) })}</div>`;
}

/** Returns the values of a sent form. */
export function scheduleValues(form: FormData): ScheduleValues {
  return {
    date: textOf(form, "date"),
    time: textOf(form, "time").slice(0, 5),
    timeZone: textOf(form, "timeZone") || "UTC",
  };
}

/** Returns the values of a post: its time of publication, if it is scheduled. */
export function scheduleOf(post: StoredPostWithHtml, timeZone: string): ScheduleValues {
  const zone = isTimeZone(timeZone) ? timeZone : "UTC";
  if (post.status !== "scheduled" || post.publishedAt === undefined)
    return { date: "", time: usualTime, timeZone: zone };
  const [date = "", time = ""] = clockTime(Date.parse(post.publishedAt), zone).split(" ");
  return { date, time, timeZone: zone };
}

/** Returns the instant of the values, or the error of the field that is wrong. */
export function readSchedule(
  { date, time, timeZone }: ScheduleValues,
  now: number,
): { publishedAt: string } | { errors: FieldErrors } {
  if (!isTimeZone(timeZone)) return { errors: { timeZone: "must be a time zone such as Europe/Berlin" } };
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return { errors: { date: "must be a date such as 2027-01-31" } };
  if (!/^\d{2}:\d{2}$/.test(time)) return { errors: { time: "must be a time such as 09:30" } };
  const zoned = zonedTime(date, time, timeZone);
  if (zoned === undefined) return { errors: { date: "must be an existing date and time" } };
  const { instant } = zoned;
  if (instant === undefined) {
    const message = `does not exist in ${timeZone} on that day, because the clocks go forward over it. Choose an earlier or a later time`;
    return { errors: { time: message } };
  }
  if (instant <= now) return { errors: { date: "must be in the future. To publish now, choose Publish" } };
  return { publishedAt: new Date(instant).toISOString() };
}
