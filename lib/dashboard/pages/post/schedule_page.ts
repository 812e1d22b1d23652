import { requirePermitted } from "../../../api/mod.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import { postTag, statusAt, type StoredPostWithHtml, type WorkingCopy } from "../../../content/mod.ts";
import { seeOther } from "../../frame/answers.ts";
import { type FormProblem, orShowAgain } from "../../form/form_problem.ts";
import { timeOf } from "../../format/format.ts";
import { linkButton, submitButton } from "../../design/button.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { tokenInput, showPage } from "../../frame/layout.ts";
import { textOf } from "../../form/read_form.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { clockTime, isTimeZone, zonedTime } from "../../format/zoned_time.ts";
import { editorOr } from "../editor/editor_page.ts";
import { fieldNames } from "../post_form/post_fields.ts";
import {
  readSchedule,
  scheduleFields,
  scheduleOf,
  scheduleValues,
  type ScheduleValues,
} from "./schedule_fields.ts";

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
