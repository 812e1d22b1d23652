import type { ListedSession } from "../../access/mod.ts";
import { type PreparedResponse, ProblemError } from "../../http/mod.ts";
import { pageResponse, seeOther } from "../frame/answers.ts";
import { cursorPaging, readPlace, cursorOf } from "../frame/paging.ts";
import { linkButton, submitButton, badge } from "../design/components.ts";
import { timeOf, relativeTime } from "../format/format.ts";
import { html, type Html } from "../../base/text/html.ts";
import { plainPage, tokenInput } from "../frame/layout.ts";
import { type NoticeName, noticeOf, noticeView } from "../frame/notices.ts";
import { textOf } from "../form/read_form.ts";
import { addressPage } from "../sign_in/link_addresses.ts";
import type { PersonalVisit } from "../visit.ts";

/** Number of sessions on a page. */
const perPage = 25;

/** Path, below the base path, of the page with the user's sessions. */
export const sessionsPage = "sessions";

/**
 * Serves the pages of a user's sessions.
 *
 * @param token the token of the present session
 */
export async function answerSessions(
  page: string,
  visit: PersonalVisit,
  token: string,
): Promise<PreparedResponse> {
  const isPost = visit.request.method === "POST";
  // The sessions of hosts with their own sign-in are elsewhere.
  const isOwn = visit.options.identify === undefined;
  if (isOwn && page === sessionsPage && !isPost) return showSessions(visit, token);
  if (isOwn && page === `${sessionsPage}/end` && isPost) return endSession(visit);
  throw new ProblemError("path-not-found", "This page does not exist");
}

async function endSession({ api, options, user, form }: PersonalVisit): Promise<PreparedResponse> {
  const wasOpen = await api.sessions.endOfUser(user.id, textOf(form, "id"));
  const notice: NoticeName = wasOpen ? "session-ended" : "session-ended-already";
  return seeOther(`${options.basePath}/${sessionsPage}?done=${notice}`);
}

async function showSessions(visit: PersonalVisit, token: string): Promise<PreparedResponse> {
  const { api, options, user, request } = visit;
  const { basePath } = options;
  const { searchParams } = new URL(request.url);
  const current = api.sessions.idOf(token);
  const place = readPlace(searchParams);
  const { after } = place;
  const [own, { sessions, next }] = await Promise.all([
    after === undefined ? api.sessions.getOfUser(user.id, current) : null,
    api.sessions.listOfUser(user.id, { limit: perPage, ...cursorOf(place) }),
  ]);
  const others = sessions.filter(({ id }) => id !== current);
  const path = `${basePath}/${sessionsPage}`;
  const page = { path, filters: {}, place, next, shown: others.length, perPage };
  const notice = noticeOf(searchParams.get("done"));
  const body = html`${notice && noticeView(notice)}
<p>You are signed in as <strong><bdi>${user.name}</bdi></strong> in these browsers. End the sessions of devices that you do not know, or no longer use.</p>
<p>Your email address: ${visit.stored?.email === undefined ? html`<a href="${basePath}/${addressPage}">add one</a>` : html`<strong>${visit.stored.email}</strong>`}</p>
<ul class="recent card sessions">
${after === undefined && ownItem(visit, own)}${others.map((session) => item(visit, session))}</ul>
${(next !== null || after !== undefined) && cursorPaging(page)}
<div class="actions">
<form method="post" action="${basePath}/sign-out-everywhere">${tokenInput(visit)}${submitButton("Sign out everywhere", { tone: "danger" })}</form>
${linkButton("Go to the dashboard", basePath)}
</div>`;
  return pageResponse(plainPage(basePath, { title: "Your sessions", body }));
}

/** Renders the present session. A session of an older version has no entry in the list yet. */
function ownItem(visit: PersonalVisit, session: ListedSession | null): Html {
  return html`<li><div><strong>${nameOf(session)}</strong> ${badge("good", "this browser")}
${session !== null && html`<p class="hint">Signed in ${timeOf(session.signedInAt)}</p>`}</div>
<form method="post" action="${visit.options.basePath}/sign-out">${tokenInput(visit)}${submitButton("Sign out")}</form></li>
`;
}

function item(visit: PersonalVisit, session: ListedSession): Html {
  const { id, signedInAt, lastUsedAt } = session;
  const used = relativeTime(lastUsedAt, visit.api.options.clock.now());
  return html`<li><div><strong>${nameOf(session)}</strong>
<p class="hint">Last used ${used}, signed in ${timeOf(signedInAt)}</p></div>
<form method="post" action="${visit.options.basePath}/${sessionsPage}/end">${tokenInput(visit)}<input type="hidden" name="id" value="${id}">
${submitButton("End", { about: html` the session of ${nameOf(session)} since ${signedInAt}` })}</form></li>
`;
}

function nameOf(session: ListedSession | null): string {
  return session?.browser ?? "Unknown browser";
}
