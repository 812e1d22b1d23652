import { requirePermitted } from "../../../api/mod.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import { postTag, statusAt, type StoredPostWithHtml, type WorkingCopy } from "../../../content/mod.ts";
import { seeOther } from "../../frame/answers.ts";
import { type FormProblem, orShowAgain } from "../../form/form_problem.ts";
import { timeOf } from "../../format/format.ts";
import { linkButton, submitButton } from "../../design/components.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { tokenInput, showPage } from "../../frame/layout.ts";
import { textOf } from "../../form/read_form.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { clockTime, isTimeZone, zonedTime, timeZones } from "../../format/zoned_time.ts";
import { editorOr } from "../editor/editor_page.ts";
import { fieldNames } from "../post_form/post_form_fields.ts";
import { type FieldErrors, inputField, selectField } from "../../design/field.ts";

/** Time of the form before the writer chooses one. */
const usualTime = "09:00";

/** Schedules a post in the writer's time zone. Its unpublished changes become part of it. */
export const schedulePost: PageHandler = async (visit) => {
  const { api, actor, form, params } = visit;
  const { slug = "" } = params;
  requirePermitted(actor, "posts:write");
  const values = scheduleValues(form);
  const read = readSchedule(values, api.options.clock.now());
  if ("errors" in read) {
    const message = "The post was not scheduled. Change the marked field.";
    return showSchedule(visit, { status: 422, message, fields: read.errors });
  }
  const { publishedAt } = read;
  return orShowAgain(
    async () => {
      const { posts } = api.admin;
      const [post, copy] = await Promise.all([
        posts.get({ actor, slug }),
        posts.workingCopy.get({ actor, slug }),
      ]);
      if (statusAt(post, api.options.clock.now()) === "published") return showSchedule(visit, publicAlready);
      const version = textOf(form, "version");
      await (copy === null && version === ""
        ? posts.schedule({ actor, slug }, { publishedAt, ifMatch: [textOf(form, "tag")] })
        : posts.workingCopy.apply({ actor, slug }, { publish: true, publishedAt, ifMatch: version }));
      const path = pathTo(visit, `posts/${encodeURIComponent(slug)}/schedule`);
      return seeOther(`${path}?done=post-scheduled&zone=${encodeURIComponent(values.timeZone)}`);
    },
    (problem) => editorOr(showSchedule, visit, problem),
    fieldNames(visit),
  );
};

const publicAlready: FormProblem = {
  status: 409,
  message: "The post was published after you opened this page, so it was not scheduled.",
  fields: {},
};

/** Shows the time at which a post will be published, with a form that changes it. */
export async function showSchedule(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  const { api, actor, params, url } = visit;
  requirePermitted(actor, "posts:write");
  const { slug = "" } = params;
  const [post, copy] = await Promise.all([
    api.admin.posts.get({ actor, slug }),
    api.admin.posts.workingCopy.get({ actor, slug }),
  ]);
  const shown =
    problem === undefined
      ? scheduleOf(post, url.searchParams.get("zone") ?? "UTC")
      : scheduleValues(visit.form);
  const path = pathTo(visit, `posts/${encodeURIComponent(slug)}`);
  const isPublic = statusAt(post, api.options.clock.now()) === "published";
  const form = html`${currentSchedule(post, shown)}
<form method="post" action="${path}/schedule" class="schedule">${tokenInput(visit)}
${scheduleState(post, copy)}
${scheduleFields(shown, problem?.fields)}
${copy !== null && html`<p class="hint">The unpublished changes become part of the post.</p>`}
<p class="actions">${submitButton("Schedule", { tone: "main" })}
${linkButton("Back to the editor", `${path}/edit`)}</p>
</form>`;
  const already = html`<p>This post is public already. To publish changes, open <a href="${path}/edit">the editor</a>.</p>`;
  return showPage(visit, {
    title: `Schedule ${slug}`,
    section: "posts",
    body: isPublic ? already : form,
    problem,
  });
}

/** Renders the hidden fields that say which text is scheduled. */
export function scheduleState(post: StoredPostWithHtml, copy: WorkingCopy | null): Html {
  return html`<input type="hidden" name="tag" value="${postTag(post)}"><input type="hidden" name="version" value="${copy?.version ?? ""}">`;
}

function currentSchedule(post: StoredPostWithHtml, { timeZone: zone }: ScheduleValues): Html | false {
  const { status, publishedAt } = post;
  if (status !== "scheduled" || publishedAt === undefined) return false;
  const timeZone = isTimeZone(zone) ? zone : "UTC";
  const local = clockTime(Date.parse(publishedAt), timeZone);
  const [date = "", time = ""] = local.split(" ");
  const zoned = zonedTime(date, time, timeZone);
  const turn = zoned?.instant === Date.parse(publishedAt) ? "first" : "second";
  return html`<dl class="facts">
<dt>Publication</dt><dd>${local} ${timeZone}</dd>
<dt>In UTC</dt><dd>${timeOf(publishedAt)}</dd>
</dl>
${zoned?.isRepeated && html`<p class="hint">The clocks go back that day, and show this time twice. The post is published the ${turn} time.</p>`}`;
}

/** Values of the fields. */
interface ScheduleValues {
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
function scheduleValues(form: FormData): ScheduleValues {
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
function readSchedule(
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
