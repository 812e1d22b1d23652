import { canWritePosts, isPermitted } from "../../../api/mod.ts";
import type { ListedSubmission } from "../../../content/mod.ts";
import { html, type Html } from "../../../base/text/html.ts";
import type { Attention } from "../../design/components.ts";
import { excerptOf, relativeTime } from "../../format/format.ts";
import { submissionsPage } from "../../frame/layout.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { userNames } from "../user_names.ts";
import { nameOf, submissionPath } from "./submission_note.ts";

/** Maximum number of submissions on the overview, and of characters of a title and a note. */
const mostShown = 3;
const longestTitle = 60;
const longestNote = 200;

/** Returns the submissions that wait for the visitor: for a review, or sent back with a note. */
export async function submissionPoints(visit: Visit): Promise<Attention[]> {
  const { api, actor } = visit;
  if (!canWritePosts(actor)) return [];
  const state = isPermitted(actor, "posts:write") ? "pending" : "sent-back";
  const { submissions, next } = await api.admin.submissions.list(actor, { state, limit: mostShown });
  const names = await userNames(
    visit,
    submissions.map(({ by, answer }) => (answer === undefined ? by : answer.by)),
  );
  const words = state === "pending" ? "waits for your review." : "was sent back to you.";
  const points = submissions.map((submission): Attention => {
    const title = excerptOf(submission.name, longestTitle);
    const link = html`<a dir="auto" href="${submissionPath(visit, submission)}">${title}</a>`;
    return { tone: "soon", text: html`${link} ${words}`, detail: lastStep(visit, submission, names) };
  });
  if (next === null) return points;
  const all = html`<a href="${pathTo(visit, submissionsPage)}">All submissions</a>`;
  return [...points, { tone: "soon", text: html`More texts wait for you. ${all}` }];
}

/** Renders the person of the last step, with the time and the note. */
function lastStep(visit: Visit, submission: ListedSubmission, names: ReadonlyMap<string, string>): Html {
  const { by, at, note } = submission.answer ?? submission;
  const time = relativeTime(at, visit.api.options.clock.now());
  const text = note !== undefined && html`: <span dir="auto">${excerptOf(note, longestNote)}</span>`;
  return html`${nameOf(visit, by, names)}, ${time}${text}`;
}
