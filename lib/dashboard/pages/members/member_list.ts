import { showPage } from "../../frame/layout.ts";
import { table } from "../../design/table.ts";
import type { ListedMember, Role } from "../../../access/mod.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import { linkButton, submitButton } from "../../design/button.ts";
import { badge, type BadgeTone } from "../../design/badge.ts";
import { emptyState } from "../../design/empty_state.ts";
import { menu } from "../../design/menu.ts";
import { inputField } from "../../design/field.ts";
import { cursorPaging } from "../../paging/cursor_paging.ts";
import { cursorOf, readPlace } from "../../paging/cursor_place.ts";
import type { FormProblem } from "../../form/form_problem.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { hasPending, pendingInvitations, pendingWords, readInvitations } from "./pending_invitations.ts";

const section = "settings/members";
const perPage = 25;

const tones: Readonly<Record<Role, BadgeTone>> = {
  viewer: "quiet",
  author: "quiet",
  editor: "info",
  admin: "info",
  owner: "good",
};

/** Shows the members, with search and pages, and the pending invitations. */
export const showMembers: PageHandler = async (visit) => membersPage(visit);

/** Renders the page of the members. */
export async function membersPage(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  const { api, actor, url, user, organization } = visit;
  const path = pathTo(visit, section);
  const search = url.searchParams.get("search")?.trim() ?? "";
  const place = readPlace(url.searchParams);
  const [{ members, next }, pending] = await Promise.all([
    api.admin.members.list(actor, { limit: perPage, search, ...cursorOf(place) }),
    readInvitations(visit),
  ]);
  const isEmpty = members.length === 0 && search === "" && place.after === undefined;
  const isManagedHere = user.organizations === undefined;
  const paging = cursorPaging({ path, filters: { search }, place, next, shown: members.length, perPage });
  const body = html`${!isManagedHere && html`<p>The application that signs you in manages the members.</p>`}
${!isEmpty && searchForm(path, search, pendingWords(visit, pending))}
${members.length === 0 && next === null ? noMembers(isEmpty) : html`${memberTable(visit, members)}\n${paging}`}
${hasPending(visit, pending) && (await pendingInvitations(visit, pending))}`;
  const action =
    isManagedHere &&
    linkButton("Invite a member", `${path}/invite`, { tone: "main", isDialog: true, icon: "plus" });
  const lead = `People who work on ${organization.name} here. Programs use API keys instead.`;
  return showPage(visit, { title: "Members", section, lead, action, body, problem });
}

function searchForm(path: string, search: string, pending: string): Html {
  return html`<form method="get" action="${path}" role="search" class="actions">
${inputField({ name: "search", label: "Name, email, id or role", type: "search", value: search })}
${submitButton("Show")}
${pending !== "" && html`<a class="aside" href="#pending">${pending}</a>`}
</form>`;
}

function noMembers(isEmpty: boolean): Html {
  return isEmpty
    ? emptyState("users", "No members are kept here.")
    : emptyState("search", "No member matches.");
}

function memberTable(visit: Visit, members: readonly ListedMember[]): Html {
  return table({
    caption: `Members of ${visit.organization.name}`,
    isCaptionHidden: true,
    columns: [
      { label: "Name", kind: "heading", cell: (member) => nameOf(visit, member) },
      { label: "Role", cell: ({ role }) => badge(tones[role], role) },
      { label: "State", cell: ({ status }) => (status === "active" ? "active" : badge("bad", status)) },
      { label: "Actions", kind: "actions", cell: (member) => memberMenu(visit, member) },
    ],
    rows: members,
  });
}

function nameOf(visit: Visit, { userId, name, email }: ListedMember): Html {
  const isVisitor = userId === visit.actor.userId;
  return html`<bdi>${name}</bdi>${isVisitor && html` <span class="chip">you</span>`}<p class="hint">${email ?? "no email address"}</p>`;
}

function memberMenu(visit: Visit, { userId, name }: ListedMember): Html {
  const path = pathTo(visit, `${section}/${encodeURIComponent(userId)}`);
  const items = html`${linkButton("Change role", `${path}/role`, { isDialog: true, about: ` of ${name}` })}
${linkButton("Remove", `${path}/remove`, { tone: "danger", isDialog: true, about: ` ${name}` })}`;
  return menu(`Actions for ${name}`, items);
}
