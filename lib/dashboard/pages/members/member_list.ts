import { showPage, tokenInput } from "../../frame/layout.ts";
import { table } from "../../design/table.ts";
import type { ListedMember, Role, Invitation, InvitationPage } from "../../../access/mod.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import {
  linkButton,
  submitButton,
  badge,
  type BadgeTone,
  emptyState,
  menu,
} from "../../design/components.ts";
import { cursorPaging, cursorOf, readPlace, searchForm } from "../../frame/paging.ts";
import type { FormProblem } from "../../form/form_problem.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { originOf } from "../../origin_of.ts";
import { relativeTime } from "../../format/format.ts";
import { userNames } from "../user_names.ts";
import { invitationsPage } from "./invitations.ts";

const section = "settings/members";
const perPage = 25;

const tones: Readonly<Record<Role, BadgeTone>> = {
  viewer: "quiet",
  author: "quiet",
  contributor: "quiet",
  writer: "info",
  editor: "info",
  admin: "info",
  owner: "good",
};

const pendingPrefix = "pending-";

/** Shows the members, with search and pages, and the pending invitations. */
export async function showMembers(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  const { api, actor, url, user, organization, options } = visit;
  const path = pathTo(visit, section);
  const search = url.searchParams.get("search")?.trim() ?? "";
  const place = readPlace(url.searchParams);
  const [{ members, next }, pending, own] = await Promise.all([
    api.admin.members.list(actor, { limit: perPage, search, ...cursorOf(place) }),
    readInvitations(visit),
    api.admin.members.ownRole(actor),
  ]);
  const isOwner = own === "owner" && options.identify === undefined;
  const isEmpty = members.length === 0 && search === "" && place.after === undefined;
  const isManagedHere = user.organizations === undefined;
  const paging = cursorPaging({ path, filters: { search }, place, next, shown: members.length, perPage });
  const words = pendingWords(visit, pending);
  const after = words !== "" && html`<a class="aside" href="#pending">${words}</a>`;
  const label = "Name, email, id or role";
  const body = html`${!isManagedHere && html`<p>The application that signs you in manages the members.</p>`}
${!isEmpty && searchForm({ path, search, label, after })}
${members.length === 0 && next === null ? noMembers(isEmpty) : html`${memberTable(visit, members, isOwner)}\n${paging}`}
${hasPending(visit, pending) && (await pendingInvitations(visit, pending))}`;
  const action =
    isManagedHere &&
    linkButton("Invite a member", `${path}/invite`, { tone: "main", isDialog: true, icon: "plus" });
  const lead = `People who work on ${organization.name} here. Programs use API keys instead.`;
  return showPage(visit, { title: "Members", section, lead, action, body, problem });
}

function noMembers(isEmpty: boolean): Html {
  return isEmpty
    ? emptyState("users", "No members are kept here.")
    : emptyState("search", "No member matches.");
}

function memberTable(visit: Visit, members: readonly ListedMember[], isOwner: boolean): Html {
  return table({
    caption: `Members of ${visit.organization.name}`,
    isCaptionHidden: true,
    columns: [
      { label: "Name", kind: "heading", cell: (member) => nameOf(visit, member) },
      { label: "Role", cell: ({ role }) => badge(tones[role], role) },
      { label: "State", cell: ({ status }) => (status === "active" ? "active" : badge("bad", status)) },
      { label: "Actions", kind: "actions", cell: (member) => memberMenu(visit, member, isOwner) },
    ],
    rows: members,
  });
}

function nameOf(visit: Visit, { userId, name, email }: ListedMember): Html {
  const isVisitor = userId === visit.actor.userId;
  return html`<bdi>${name}</bdi>${isVisitor && html` <span class="chip">you</span>`}<p class="hint">${email ?? "no email address"}</p>`;
}

function memberMenu(visit: Visit, { userId, name, status }: ListedMember, isOwner: boolean): Html {
  const path = pathTo(visit, `${section}/${encodeURIComponent(userId)}`);
  const items = html`${isOwner && status === "active" && linkButton("Sign-in link", `${path}/sign-in-link`, { isDialog: true, about: ` for ${name}` })}
${linkButton("Change role", `${path}/role`, { isDialog: true, about: ` of ${name}` })}
${linkButton("Remove", `${path}/remove`, { tone: "danger", isDialog: true, about: ` ${name}` })}`;
  return menu(`Actions for ${name}`, items);
}

/** Reads the page of pending invitations that the address names. */
async function readInvitations({ api, actor, url }: Visit): Promise<InvitationPage> {
  const place = readPlace(url.searchParams, pendingPrefix);
  return api.admin.members.listInvitations(actor, { limit: perPage, ...cursorOf(place) });
}

/** True if a page shows pending invitations. A page after the first shows the way back. */
function hasPending({ url }: Visit, { invitations }: InvitationPage): boolean {
  return invitations.length > 0 || readPlace(url.searchParams, pendingPrefix).after !== undefined;
}

/** Returns the number of pending invitations in words. Empty without invitations. */
function pendingWords(visit: Visit, page: InvitationPage): string {
  const { invitations, next } = page;
  if (!hasPending(visit, page)) return "";
  if (next !== null) return `more than ${invitations.length} pending invitations`;
  if (readPlace(visit.url.searchParams, pendingPrefix).after !== undefined) return "pending invitations";
  return invitations.length === 1 ? "1 pending invitation" : `${invitations.length} pending invitations`;
}

/** Renders a page of pending invitations, with the link for the invited people. */
async function pendingInvitations(visit: Visit, { invitations, next }: InvitationPage): Promise<Html> {
  const place = readPlace(visit.url.searchParams, pendingPrefix);
  const path = pathTo(visit, "settings/members");
  const shown = invitations.length;
  const paging = cursorPaging({ path, filters: {}, place, next, shown, perPage, prefix: pendingPrefix });
  const names = await userNames(
    visit,
    invitations.map(({ by }) => by),
  );
  const link = `${originOf(visit.request, visit)}${visit.options.basePath}/${invitationsPage}`;
  return html`<h2 id="pending">Pending invitations</h2>
<p>Send the invited people this link. They sign in with the invited address, and accept. Nobody else can accept, so the link is not secret.</p>
<p class="copy-line"><code id="invitations-link" data-copy>${link}</code></p>
${table({
  caption: `Pending invitations to ${visit.organization.name}`,
  isCaptionHidden: true,
  columns: [
    { label: "Invited", kind: "heading", cell: (invitation) => invitedOf(invitation, names) },
    { label: "Role", cell: ({ role }) => badge("quiet", role) },
    {
      label: "Expires",
      cell: ({ expiresAt }) => relativeTime(expiresAt, visit.api.options.clock.now()),
    },
    { label: "Actions", kind: "actions", cell: (invitation) => actions(visit, invitation) },
  ],
  rows: invitations,
})}
${(next !== null || place.after !== undefined) && paging}`;
}

function invitedOf({ email, userId = "", by }: Invitation, names: ReadonlyMap<string, string>): Html {
  const inviter = by === undefined ? "the operator" : (names.get(by) ?? by);
  return html`${email ?? userId}<p class="hint">invited by <bdi>${inviter}</bdi></p>`;
}

function actions(visit: Visit, { id, email, userId = "" }: Invitation): Html {
  const invited = email ?? userId;
  const path = pathTo(visit, `settings/invitations/${encodeURIComponent(id)}`);
  const hasLink = email !== undefined && visit.options.identify === undefined;
  return html`${hasLink && linkButton("Sign-in link", `${path}/link`, { about: ` of the invitation of ${invited}` })}
<button type="button" class="with-script" data-copy-from="invitations-link">Copy link<span class="hidden"> for ${invited}</span></button>
<form method="post" action="${path}/revoke">${tokenInput(visit)}${submitButton("Revoke", { tone: "danger", about: ` the invitation of ${invited}` })}</form>`;
}
