import type { Invitation } from "../../../access/mod.ts";
import { badge } from "../../design/badge.ts";
import { html, type Html } from "../../../html.ts";
import { tokenInput } from "../../layout.ts";
import { originOf } from "../../origin_of.ts";
import { relativeTime } from "../../relative_time.ts";
import { userNames } from "../../user_names.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { invitationsPage } from "../invitations.ts";

/** Renders the pending invitations, with the link for the invited people. */
export async function pendingInvitations(visit: Visit, invitations: readonly Invitation[]): Promise<Html> {
  const names = await userNames(
    visit,
    invitations.map(({ by }) => by),
  );
  const link = `${originOf(visit.request, visit)}${visit.options.basePath}/${invitationsPage}`;
  return html`<h2 id="pending">Pending invitations</h2>
<p>Send the invited people this link. They sign in with the invited address, and accept. Nobody else can accept, so the link is not secret.</p>
<p class="copy-line"><code id="invitations-link" data-copy>${link}</code></p>
<table class="cards">
<caption class="hidden">Pending invitations to ${visit.organization.name}</caption>
<thead><tr><th scope="col">Invited</th><th scope="col">Role</th><th scope="col">Expires</th><th scope="col"><span class="hidden">Actions</span></th></tr></thead>
<tbody>
${invitations.map((invitation) => row(visit, invitation, names))}</tbody>
</table>`;
}

function row(
  visit: Visit,
  { id, email, userId = "", role, by, expiresAt }: Invitation,
  names: ReadonlyMap<string, string>,
): Html {
  const invited = email ?? userId;
  const inviter = by === undefined ? "the operator" : (names.get(by) ?? by);
  const action = pathTo(visit, `settings/invitations/${encodeURIComponent(id)}/revoke`);
  return html`<tr>
<th scope="row">${invited}<p class="hint">invited by <bdi>${inviter}</bdi></p></th>
<td data-label="Role">${badge("quiet", role)}</td>
<td data-label="Expires">${relativeTime(expiresAt, visit.api.options.clock.now())}</td>
<td class="row-actions"><button type="button" class="with-script" data-copy-from="invitations-link">Copy link<span class="hidden"> for ${invited}</span></button>
<form method="post" action="${action}">${tokenInput(visit)}<button type="submit" class="danger">Revoke<span class="hidden"> the invitation of ${invited}</span></button></form></td>
</tr>
`;
}
