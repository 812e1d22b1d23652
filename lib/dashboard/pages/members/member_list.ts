import type { ListedMember, Role } from "../../../access/mod.ts";
import type { PreparedResponse } from "../../../exchange/mod.ts";
import { badge, type BadgeTone } from "../../design/badge.ts";
import { emptyState } from "../../design/empty_state.ts";
import { icon } from "../../design/icon.ts";
import { menu } from "../../design/menu.ts";
import { inputField } from "../../fields.ts";
import { formPage } from "../../form_page.ts";
import type { FormProblem } from "../../form_problem.ts";
import { html, type Html } from "../../../html.ts";
import { pageOfItems } from "../../page_of_items.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { pendingInvitations } from "./pending_invitations.ts";

const section = "settings/members";

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
  const [members, invitations] = await Promise.all([
    api.admin.members.all(actor),
    api.admin.members.invitations(actor),
  ]);
  const path = pathTo(visit, section);
  const search = url.searchParams.get("search")?.trim() ?? "";
  const found = searchMembers(members, search);
  const { shown, links } = pageOfItems(found, { path, filters: { search }, parameters: url.searchParams });
  const isManagedHere = user.organizations === undefined;
  const body = html`${!isManagedHere && html`<p>The application that signs you in manages the members.</p>`}
${members.length > 0 && searchForm(path, search, invitations.length)}
${shown.length === 0 ? noMembers(members.length) : html`${memberTable(visit, shown)}\n${links}`}
${invitations.length > 0 && (await pendingInvitations(visit, invitations))}`;
  const action =
    isManagedHere &&
    html`<a class="button main-action" data-dialog href="${path}/invite">${icon("plus")}Invite a member</a>`;
  const lead = `People who work on ${organization.name} here. Programs use API keys instead.`;
  return formPage(visit, { title: "Members", section, lead, action, body, problem });
}

function searchForm(path: string, search: string, pending: number): Html {
  return html`<form method="get" action="${path}" role="search" class="actions">
${inputField({ name: "search", label: "Name, email or role", type: "search", value: search })}
<button type="submit">Show</button>
${pending > 0 && html`<a class="aside" href="#pending">${pending === 1 ? "1 pending invitation" : `${pending} pending invitations`}</a>`}
</form>`;
}

function searchMembers(members: readonly ListedMember[], search: string): ListedMember[] {
  const wanted = search.toLowerCase();
  return members
    .filter(({ name, email = "", role }) =>
      [name, email, role].some((text) => text.toLowerCase().includes(wanted)),
    )
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

function noMembers(count: number): Html {
  return count === 0
    ? emptyState("users", "No members are kept here.")
    : emptyState("search", "No member matches.");
}

function memberTable(visit: Visit, members: readonly ListedMember[]): Html {
  return html`<table class="cards">
<caption class="hidden">Members of ${visit.organization.name}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Role</th><th scope="col">State</th><th scope="col"><span class="hidden">Actions</span></th></tr></thead>
<tbody>
${members.map((member) => row(visit, member))}</tbody>
</table>`;
}

function row(visit: Visit, { userId, name, email, status, role }: ListedMember): Html {
  const path = pathTo(visit, `${section}/${encodeURIComponent(userId)}`);
  const isVisitor = userId === visit.actor.userId;
  const items = html`<a class="button" data-dialog href="${path}/role">Change role<span class="hidden"> of ${name}</span></a>
<a class="button danger" data-dialog href="${path}/remove">Remove<span class="hidden"> ${name}</span></a>`;
  return html`<tr>
<th scope="row"><bdi>${name}</bdi>${isVisitor && html` <span class="chip">you</span>`}<p class="hint">${email ?? "no email address"}</p></th>
<td data-label="Role">${badge(tones[role], role)}</td>
<td data-label="State">${status === "active" ? "active" : badge("bad", status)}</td>
<td class="row-actions">${menu(`Actions for ${name}`, items)}</td>
</tr>
`;
}
