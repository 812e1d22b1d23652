import { requirePublishable, requireWriter, type ShownText } from "../../../api/mod.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import { changesIn, publishOrAsk } from "./changes_question.ts";
import { postTag, statusAt, type StoredPostWithHtml } from "../../../content/mod.ts";
import { seeOther } from "../../frame/answers.ts";
import { type FormProblem, orShowAgain } from "../../form/form_problem.ts";
import { timeOf } from "../../format/format.ts";
import { linkButton, submitButton } from "../../design/components.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { tokenInput, showPage } from "../../frame/layout.ts";
import { textOf } from "../../form/read_form.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { clockTime, zonedTime } from "../../format/zoned_time.ts";
import { editorOr } from "../editor/editor_page.ts";
import { sentPostForm } from "../post_form/post_form_fields.ts";
import {
  instantOf,
  keepZone,
  type ZonedTexts,
  zonedTextsIn,
  zonedTextsOf,
  zonedTimeFields,
  zoneOfSchedule,
} from "../../form/zoned_time_fields.ts";
import type { FieldErrors } from "../../design/field.ts";

/** Time of the form before the writer chooses one. */
const usualTime = "09:00";

/** Schedules a post in a time zone, which stays with the schedule. Asks first if it has unpublished changes. */
export const schedulePost: PageHandler = async (visit) => {
  const { api, actor, form, params } = visit;
  const { slug = "" } = params;
  requireWriter(actor);
  const values = zonedTextsIn(form);
  const read = readSchedule(values, api.options.clock.now());
  if ("errors" in read) {
    const message = "The post was not scheduled. Change the marked field.";
    return showSchedule(visit, { status: 422, message, fields: read.errors });
  }
  const { publishedAt } = read;
  return orShowAgain(
    async () => {
      const { posts } = api.admin;
      const post = await posts.get({ actor, slug });
      if (statusAt(post, api.options.clock.now()) === "published") return showSchedule(visit, publicAlready);
      return publishOrAsk(visit, slug, async () => {
        const state = {
          ifMatch: [textOf(form, "tag")],
          version: textOf(form, "version"),
          ...changesIn(form),
        };
        const { timeZone } = values;
        const scheduled = await posts.schedule({ actor, slug }, { publishedAt, timeZone, ...state });
        const path = pathTo(visit, `posts/${encodeURIComponent(scheduled.slug)}/schedule`);
        return seeOther(`${path}?done=post-scheduled`, keepZone(visit, timeZone));
      });
    },
    (problem) => editorOr(showSchedule, visit, problem),
    sentPostForm(visit),
  );
};

const publicAlready: FormProblem = {
  status: 409,
  message: "The post was published after you opened this page, so it was not scheduled.",
  fields: {},
};

/** Shows the time at which a post will be published, with a form that changes it. */
export async function showSchedule(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  const { api, actor, params } = visit;
  requireWriter(actor);
  const { slug = "" } = params;
  const text = await api.admin.posts.text.get({ actor, slug });
  const { post } = text;
  requirePublishable(actor, post);
  const shown = problem === undefined ? scheduleOf(visit, post) : zonedTextsIn(visit.form);
  const path = pathTo(visit, `posts/${encodeURIComponent(slug)}`);
  const isPublic = statusAt(post, api.options.clock.now()) === "published";
  const form = html`${currentSchedule(visit, post)}
<form method="post" action="${path}/schedule" class="schedule">${tokenInput(visit)}
${scheduleState(text)}
${zonedTimeFields(visit, shown, { isRequired: true, ...(problem && { errors: problem.fields }) })}
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
export function scheduleState({ post, version }: Pick<ShownText, "post" | "version">): Html {
  return html`<input type="hidden" name="tag" value="${postTag(post)}"><input type="hidden" name="version" value="${version}">`;
}

function currentSchedule(visit: Visit, post: StoredPostWithHtml): Html | false {
  const { status, publishedAt } = post;
  if (status !== "scheduled" || publishedAt === undefined) return false;
  const timeZone = zoneOfSchedule(visit, post);
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

/** Returns the values of a post: its time of publication in the zone of its schedule, if it is scheduled. */
export function scheduleOf(visit: Visit, post: StoredPostWithHtml): ZonedTexts {
  const { status, publishedAt } = post;
  const timeZone = zoneOfSchedule(visit, post);
  const isScheduled = status === "scheduled" && publishedAt !== undefined;
  return isScheduled ? zonedTextsOf(publishedAt, timeZone) : { date: "", time: usualTime, timeZone };
}

/** Returns the instant of the texts, or the error of the field that is wrong. */
export function readSchedule(
  texts: ZonedTexts,
  now: number,
): { publishedAt: string } | { errors: FieldErrors } {
  const read = instantOf(texts);
  if ("errors" in read) return read;
  const { instant } = read;
  if (instant <= now) return { errors: { date: "must be in the future. To publish now, choose Publish" } };
  return { publishedAt: new Date(instant).toISOString() };
}
