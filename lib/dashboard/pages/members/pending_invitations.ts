import { table } from "../../design/table.ts";
import type { Invitation } from "../../../access/mod.ts";
import { submitButton } from "../../design/button.ts";
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
})}`;
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
