import type { FormProblem } from "../../form/form_problem.ts";
import { orShowAgain } from "../../form/form_problem.ts";
import { textOf } from "../../form/read_form.ts";
import { keepZone, zonedTextsIn } from "../../form/zoned_time_fields.ts";
import { seeOther } from "../../frame/answers.ts";
import { submissionsPage } from "../../frame/layout.ts";
import type { NoticeName } from "../../frame/notices.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { sentPostForm } from "../post_form/post_form_fields.ts";
import { readSchedule } from "../post/schedule_page.ts";
import { showSubmission } from "./submission_page.ts";

/** Submits the text that the form's page showed. */
export const submitText: PageHandler = async (visit) =>
  orShowSubmission(visit, async (address) => {
    const note = textOf(visit.form, "note");
    await visit.api.admin.submissions.submit(address, {
      version: versionIn(visit),
      ...(note !== "" && { note }),
    });
    return toPost(visit, "post-submitted");
  });

/** Withdraws the submission of a post. */
export const withdrawSubmission: PageHandler = async (visit) =>
  orShowSubmission(visit, async (address) => {
    await visit.api.admin.submissions.withdraw(address);
    return toPost(visit, "submission-withdrawn");
  });

/** Publishes the submitted text that the form's page showed, or schedules it. */
export const approveSubmission: PageHandler = async (visit) => {
  const { api, form } = visit;
  if (textOf(form, "action") !== "schedule") {
    return orShowSubmission(visit, async (address) => {
      await api.admin.submissions.approve(address, { version: versionIn(visit) });
      return toPost(visit, "post-published");
    });
  }
  const times = zonedTextsIn(form);
  const read = readSchedule(times, api.options.clock.now());
  if ("errors" in read) {
    const message = "The post was not scheduled. Change the marked field.";
    return showSubmission(visit, { status: 422, message, fields: read.errors });
  }
  const { timeZone } = times;
  const schedule = { publishedAt: read.publishedAt, timeZone, isScheduled: true };
  return orShowSubmission(visit, async (address) => {
    await api.admin.submissions.approve(address, { version: versionIn(visit), ...schedule });
    return toPost(visit, "post-scheduled", keepZone(visit, timeZone));
  });
};

/** Sends a submitted text back to its writer, with a note. */
export const sendBack: PageHandler = async (visit) =>
  orShowSubmission(visit, async (address) => {
    const { form, api } = visit;
    await api.admin.submissions.sendBack(address, { version: versionIn(visit), note: textOf(form, "note") });
    return seeOther(`${pathTo(visit, submissionsPage)}?done=submission-sent-back`);
  });

async function orShowSubmission(
  visit: Visit,
  act: (address: { actor: Visit["actor"]; slug: string }) => ReturnType<PageHandler>,
): ReturnType<PageHandler> {
  const address = { actor: visit.actor, slug: visit.params["slug"] ?? "" };
  const again = (problem: FormProblem): ReturnType<PageHandler> => showSubmission(visit, problem);
  return orShowAgain(() => act(address), again, sentPostForm(visit));
}

function versionIn({ form }: Visit): string {
  return textOf(form, "version");
}

async function toPost(
  visit: Visit,
  notice: NoticeName,
  headers?: Record<string, string>,
): ReturnType<PageHandler> {
  const path = pathTo(visit, `posts/${encodeURIComponent(visit.params["slug"] ?? "")}`);
  return seeOther(`${path}?done=${notice}`, headers);
}
