import type { Invitation } from "../../../access/mod.ts";
import { type MemberLink, type People, requirePermitted } from "../../../api/mod.ts";
import { MailFailedError, PeopleRefusedError } from "../../../api/people/mod.ts";
import { NotFoundError } from "../../../base/errors.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { type PreparedResponse, ProblemError } from "../../../http/mod.ts";
import { dialog, linkButton, message, submitButton } from "../../design/components.ts";
import { textOf } from "../../form/read_form.ts";
import { timeOf } from "../../format/format.ts";
import { showPage, tokenInput } from "../../frame/layout.ts";
import { canMailLinks, linkAddresses } from "../../sign_in/link_addresses.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";

const section = "settings/members";
const mail = html` name="way" value="mail"`;
const show = html` name="way" value="show"`;

/** Shows the ways in which a member can get a sign-in link. */
export const askForLink: PageHandler = async (visit) => {
  const { links } = await peopleOf(visit);
  const ways = await links.ofMember(memberOf(visit));
  const { member, isShown } = ways;
  const mailTo = canMailLinks(visit) ? ways.mailTo : undefined;
  const path = pathTo(visit, section);
  const buttons = html`${mailTo !== undefined && submitButton(`Mail it to ${mailTo}`, { tone: "main", attributes: mail })}
${isShown && submitButton("Show a link", { ...(mailTo === undefined && { tone: "main" }), attributes: show })}`;
  const body = dialog({
    action: `${path}/${encodeURIComponent(member.id)}/sign-in-link`,
    body: html`${tokenInput(visit)}
<p>A sign-in link signs in <strong><bdi>${member.name}</bdi></strong> once.</p>
${waysInWords(visit, ways, mailTo)}`,
    confirm: buttons,
    cancel: path,
  });
  return showPage(visit, { title: "Sign-in link", section, body });
};

function waysInWords(visit: Visit, { member, isShown }: MemberLink, mailTo: string | undefined): Html {
  const shown = isShown
    ? html`<p>A link that you see opens ${visit.organization.name} only. Pass it on to <bdi>${member.name}</bdi>: whoever opens it can act as this member.</p>`
    : html`<p>You cannot see a link of this member: they are in other organizations, are an operator, or sign in with an OpenID provider. A link would open everything that is theirs.</p>`;
  if (mailTo !== undefined || isShown) return shown;
  const isWithoutAddress = member.email === undefined;
  return html`${shown}
<p>${isWithoutAddress ? "The member has no email address to mail it to, and can add one in the menu under their name." : "This server cannot mail links."} Ask the operator of this server to run <code>postern user sign-in-link</code>.</p>`;
}

/** Shows a sign-in link of a member, or mails it. */
export const makeMemberLink: PageHandler = async (visit) => {
  const { links } = await peopleOf(visit);
  const address = memberOf(visit);
  if (textOf(visit.form, "way") === "mail") {
    const { signIn } = linkAddresses(visit.request, visit);
    return showMailed(visit, () => links.mailToMember(address, signIn));
  }
  const { member } = await links.ofMember(address);
  const { token, expiresAt } = await links.createForMember(address);
  const lead = html`Pass this link on to <bdi>${member.name}</bdi>. It works once, until ${timeOf(expiresAt)}, and opens ${visit.organization.name} only.`;
  return showLink(visit, { lead, url: linkAddresses(visit.request, visit).signIn(token) });
};

/** Shows the ways in which an invited person can get a link. */
export const showInvitationLink: PageHandler = async (visit) => {
  const invitation = await invitationOf(visit);
  const path = pathTo(visit, `settings/invitations/${encodeURIComponent(invitation.id)}/link`);
  const canMail = canMailLinks(visit);
  const body = html`<p>A link of the invitation of <strong>${invitation.email}</strong> accepts it and signs in, once.</p>
<form method="post" action="${path}">${tokenInput(visit)}
<div class="actions">
${canMail && submitButton(`Mail it to ${invitation.email ?? ""}`, { tone: "main", attributes: mail })}
${submitButton("Show a link", { ...(!canMail && { tone: "main" }), attributes: show })}
${linkButton("Cancel", pathTo(visit, section))}
</div></form>`;
  return showPage(visit, { title: "Link of the invitation", section, body });
};

/** Shows a link of an invitation, or mails it. */
export const makeInvitationLink: PageHandler = async (visit) => {
  const invitation = await invitationOf(visit);
  return textOf(visit.form, "way") === "mail"
    ? mailInvitation(visit, invitation)
    : showNewLink(visit, invitation);
};

/** Responds to a form that invited an address: mails the invitation, or shows its link if mail is not set up. */
export async function showInvited(visit: Visit, invitation: Invitation): Promise<PreparedResponse> {
  return canMailLinks(visit) ? mailInvitation(visit, invitation) : showNewLink(visit, invitation);
}

async function mailInvitation(visit: Visit, { id }: Invitation): Promise<PreparedResponse> {
  const { links } = await peopleOf(visit);
  const { join } = linkAddresses(visit.request, visit);
  return showMailed(visit, () => links.mailInvitation(visit.actor, id, join), id);
}

async function showNewLink(visit: Visit, { id }: Invitation): Promise<PreparedResponse> {
  const { links } = await peopleOf(visit);
  const { token, invitation } = await links.createForInvitation(visit.actor, id);
  const lead = html`Pass this link on to <strong>${invitation.email}</strong>. Whoever opens it first joins ${visit.organization.name} as ${invitation.role}. It works once, until ${timeOf(invitation.expiresAt)}.`;
  return showLink(visit, { lead, url: linkAddresses(visit.request, visit).join(token) });
}

async function showLink(visit: Visit, { lead, url }: { lead: Html; url: string }): Promise<PreparedResponse> {
  const body = html`<p>${lead} This page shows it once.</p>
<p class="copy-line"><code id="sign-in-link" data-copy>${url}</code></p>
<p class="actions">${linkButton("Back to the members", pathTo(visit, section))}</p>`;
  return showPage(visit, { title: "Sign-in link", section, body });
}

/**
 * Sends a mail and shows the result. A mail that failed is reported to the host.
 *
 * @param invitationId invitation whose link can be shown instead
 */
async function showMailed(
  visit: Visit,
  send: () => Promise<string>,
  invitationId?: string,
): Promise<PreparedResponse> {
  const back = linkButton("Back to the members", pathTo(visit, section));
  const other =
    invitationId !== undefined &&
    linkButton("Show a link", pathTo(visit, `settings/invitations/${encodeURIComponent(invitationId)}/link`));
  try {
    if (!canMailLinks(visit)) throw new PeopleRefusedError(409, "This server cannot mail links.");
    const to = await send();
    const body = html`${message("note", html`The link was mailed to <strong>${to}</strong>.`, "status")}
<p class="actions">${back}</p>`;
    return showPage(visit, { title: "The mail was sent", section, body });
  } catch (error) {
    const isRefused = error instanceof PeopleRefusedError;
    if (!isRefused && !(error instanceof MailFailedError)) throw error;
    if (!isRefused) visit.api.options.onError(error);
    const reason = isRefused
      ? error.message
      : "The mail could not be sent. The operator of this server finds the reason in its log.";
    const body = html`${message("problem", reason, "alert")}
<p class="actions">${other}${back}</p>`;
    return showPage(visit, { title: "The mail was not sent", section, body }, isRefused ? error.status : 502);
  }
}

/** @throws {NotFoundError} if no such invitation of an address is pending */
async function invitationOf({ api, actor, params }: Visit): Promise<Invitation> {
  requirePermitted(actor, "members:manage");
  const { organizationSlug } = actor;
  const invitation = await api.invitations.get({ organizationSlug, id: params["id"] ?? "" });
  if (invitation?.email !== undefined) return invitation;
  throw new NotFoundError(`Cannot make the link: "${organizationSlug}" has no such invitation of an address`);
}

function memberOf({ actor, params }: Visit): { actor: Visit["actor"]; userId: string } {
  return { actor, userId: params["id"] ?? "" };
}

/** Hosts with their own sign-in have no links. */
async function peopleOf({ api, options }: Visit): Promise<People> {
  if (options.identify !== undefined) throw new ProblemError("path-not-found", "This page does not exist");
  return api.people();
}
