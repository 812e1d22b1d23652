import { isPermitted, requireWriter } from "../../../api/mod.ts";
import type { ListedSubmission } from "../../../content/mod.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { badge, emptyState, tabs } from "../../design/components.ts";
import { table } from "../../design/table.ts";
import { excerptOf, relativeTime } from "../../format/format.ts";
import { submissionsPage, showPage } from "../../frame/layout.ts";
import { cursorOf, cursorPaging, listAddress, readPlace } from "../../frame/paging.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { userNames } from "../user_names.ts";
import { nameOf, submissionPath } from "./submission_note.ts";

const perPage = 25;

/** Maximum number of characters of a note in the list. */
const shownCharacters = 200;

/** Views of the list with their labels. */
const views = { pending: "Waiting for review", "sent-back": "Sent back", all: "All" } as const;

type View = keyof typeof views;

/** Shows the submissions that a reviewer decides about, or those of a writer. */
export const showSubmissions: PageHandler = async (visit) => {
  const { api, actor, url } = visit;
  requireWriter(actor);
  const isReviewer = isPermitted(actor, "posts:write");
  const view = viewOf(url.searchParams.get("state") ?? "", isReviewer ? "pending" : "all");
  const place = readPlace(url.searchParams);
  const query = { limit: perPage, ...(view !== "all" && { state: view }), ...cursorOf(place) };
  const { submissions, next } = await api.admin.submissions.list(actor, query);
  const names = await userNames(
    visit,
    submissions.flatMap(({ by, answer }) => [by, answer?.by]),
  );
  const path = pathTo(visit, submissionsPage);
  const paging = { path, filters: { state: view }, place, next, shown: submissions.length, perPage };
  const isWhole = next === null && place.after === undefined;
  const body = html`${viewTabs(path, view)}
${submissions.length === 0 ? nothing(view, isReviewer) : submissionTable(visit, submissions, names)}
${!isWhole && cursorPaging(paging)}`;
  const lead = isReviewer
    ? "Texts that their writers submitted for review. An approval publishes exactly the submitted text."
    : "Your texts that an editor reviews before they are published.";
  return showPage(visit, { title: "Submissions", section: submissionsPage, lead, body });
};

function viewOf(name: string, usual: View): View {
  return Object.hasOwn(views, name) ? (name as View) : usual;
}

function viewTabs(path: string, current: View): Html {
  return tabs(
    "Views",
    Object.entries(views).map(([view, label]) => ({
      label,
      href: listAddress(path, { state: view }),
      isCurrent: view === current,
    })),
  );
}

function nothing(view: View, isReviewer: boolean): Html {
  if (view === "pending") return emptyState("inbox", "No text waits for a review.");
  if (view === "sent-back") return emptyState("inbox", "No text was sent back.");
  return emptyState(
    "inbox",
    isReviewer ? "No text was submitted." : "You have submitted no text. The editor of a post submits it.",
  );
}

function submissionTable(
  visit: Visit,
  submissions: readonly ListedSubmission[],
  names: ReadonlyMap<string, string>,
): Html {
  const now = visit.api.options.clock.now();
  return table({
    caption: `Submissions of ${visit.organization.name}`,
    isCaptionHidden: true,
    columns: [
      { label: "Post", kind: "heading", cell: (one) => titleOf(visit, one) },
      { label: "State", cell: stateBadge },
      {
        label: "Submitted",
        cell: ({ by, at }) => html`${nameOf(visit, by, names)}, ${relativeTime(at, now)}`,
      },
      { label: "Note", cell: (one) => noteOf(visit, one, names) },
    ],
    rows: submissions,
  });
}

function titleOf(visit: Visit, submission: ListedSubmission): Html {
  return html`<a dir="auto" href="${submissionPath(visit, submission)}">${submission.name}</a>`;
}

/** Renders the state of a submission. */
export function stateBadge({ state }: Pick<ListedSubmission, "state">): Html {
  return state === "pending" ? badge("info", "waiting for review") : badge("soon", "sent back");
}

/** Renders the note of the last step: that of the reviewer, or else that of the writer. */
function noteOf(
  visit: Visit,
  { note, answer }: ListedSubmission,
  names: ReadonlyMap<string, string>,
): Html | string {
  const shown = answer === undefined ? note : answer.note;
  if (shown === undefined) return "none";
  const text = html`<span dir="auto">${excerptOf(shown, shownCharacters)}</span>`;
  return answer === undefined ? text : html`${nameOf(visit, answer.by, names)}: ${text}`;
}
