import { isPermitted } from "../../../api/mod.ts";
import type { Submission } from "../../../content/mod.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { message } from "../../design/components.ts";
import { relativeTime } from "../../format/format.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { userNames } from "../user_names.ts";

/** Returns the path of the page about the submission of a post. */
export function submissionPath(visit: Visit, { slug }: { slug: string }): string {
  return pathTo(visit, `posts/${encodeURIComponent(slug)}/submission`);
}

/** Renders the state of the submission of a post, with a link to the next step. Nothing for a post without a submission. */
export async function submissionNote(visit: Visit, submission: Submission | null): Promise<Html | false> {
  if (submission === null) return false;
  const { state, by, answer, isCurrent } = submission;
  const names = await userNames(visit, [by, answer?.by]);
  const hasChanged = state === "pending" && !isCurrent;
  return message(
    "note",
    html`${state === "pending" ? submittedBy(visit, submission, names) : sentBackBy(visit, submission, names)}
<p>${hasChanged && "The text has changed since then. "}<a href="${submissionPath(visit, submission)}">${nextStep(visit, submission, hasChanged)}</a></p>`,
  );
}

function nextStep(visit: Visit, { state, by }: Submission, hasChanged: boolean): string {
  if (state === "pending" && isPermitted(visit.actor, "posts:write")) return "Review it";
  const isAgain = state === "sent-back" || (hasChanged && by === visit.user.id);
  return isAgain ? "Submit it again" : "See the submission";
}

/** Renders the submission of a text, with the note of its writer. */
export function submittedBy(
  visit: Visit,
  { by, at, note }: Submission,
  names: ReadonlyMap<string, string>,
): Html {
  const time = relativeTime(at, visit.api.options.clock.now());
  return withNote(html`${nameOf(visit, by, names)} submitted this text for review ${time}`, note);
}

/** Renders the answer to a submission that was sent back, with the note of its reviewer. */
export function sentBackBy(
  visit: Visit,
  { answer }: Submission,
  names: ReadonlyMap<string, string>,
): Html | false {
  if (answer === undefined) return false;
  const time = relativeTime(answer.at, visit.api.options.clock.now());
  return withNote(html`${nameOf(visit, answer.by, names)} sent this text back ${time}`, answer.note);
}

function withNote(sentence: Html, note: string | undefined): Html {
  return html`<p>${sentence}${note === undefined ? "." : ":"}</p>
${note !== undefined && html`<blockquote dir="auto">${note}</blockquote>`}`;
}

/** Renders the name of a user at the start of a sentence. */
export function nameOf({ user }: Visit, id: string | undefined, names: ReadonlyMap<string, string>): Html {
  if (id === undefined) return html`The operator`;
  return id === user.id ? html`You` : html`<bdi>${names.get(id) ?? id}</bdi>`;
}
