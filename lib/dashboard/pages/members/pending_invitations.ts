import { table } from "../../design/table.ts";
import type { Invitation, InvitationPage } from "../../../access/mod.ts";
import { submitButton } from "../../design/button.ts";
import { badge } from "../../design/badge.ts";
import { cursorPaging } from "../../paging/cursor_paging.ts";
import { cursorOf, readPlace } from "../../paging/cursor_place.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { tokenInput } from "../../frame/layout.ts";
import { originOf } from "../../origin_of.ts";
import { relativeTime } from "../../format/relative_time.ts";
import { userNames } from "../user_names.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { invitationsPage } from "./invitations.ts";

const perPage = 25;
const prefix = "pending-";

/** Reads the page of pending invitations that the address names. */
export async function readInvitations({ api, actor, url }: Visit): Promise<InvitationPage> {
  const place = readPlace(url.searchParams, prefix);
  return api.admin.members.listInvitations(actor, { limit: perPage, ...cursorOf(place) });
}

/** True if a page shows pending invitations. A page after the first shows the way back. */
export function hasPending({ url }: Visit, { invitations }: InvitationPage): boolean {
  return invitations.length > 0 || readPlace(url.searchParams, prefix).after !== undefined;
}

/** Returns the number of pending invitations in words. Empty without invitations. */
export function pendingWords(visit: Visit, page: InvitationPage): string {
  const { invitations, next } = page;
  if (!hasPending(visit, page)) return "";
  if (next !== null) return `more than ${invitations.length} pending invitations`;
  if (readPlace(visit.url.searchParams, prefix).after !== undefined) return "pending invitations";
  return invitations.length === 1 ? "1 pending invitation" : `${invitations.length} pending invitations`;
}

/** Renders a page of pending invitations, with the link for the invited people. */
export async function pendingInvitations(visit: Visit, { invitations, next }: InvitationPage): Promise<Html> {
  const place = readPlace(visit.url.searchParams, prefix);
  const path = pathTo(visit, "settings/members");
  const shown = invitations.length;
  const paging = cursorPaging({ path, filters: {}, place, next, shown, perPage, prefix });
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
  const action = pathTo(visit, `settings/invitations/${encodeURIComponent(id)}/revoke`);
  return html`<button type="button" class="with-script" data-copy-from="invitations-link">Copy link<span class="hidden"> for ${invited}</span></button>
<form method="post" action="${action}">${tokenInput(visit)}${submitButton("Revoke", { tone: "danger", about: ` the invitation of ${invited}` })}</form>`;
}
