import type { InvitationOfUser } from "../../../access/mod.ts";
import { type PreparedResponse, ProblemError } from "../../../http/mod.ts";
import { pageResponse, seeOther } from "../../frame/answers.ts";
import { timeOf } from "../../format/format.ts";
import { type ButtonTone, linkButton, submitButton } from "../../design/components.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { plainPage, tokenInput } from "../../frame/layout.ts";
import { textOf } from "../../form/read_form.ts";
import { userNames } from "../user_names.ts";
import { mostInvitations, type PersonalVisit } from "../../visit.ts";
import { abilities } from "./role_words.ts";

/** Path, below the base path, of the page where invited users accept. */
export const invitationsPage = "invitations";

const onlyOne =
  "This session opens a single organization, because an owner made its sign-in link. Sign in by a link that was mailed to you to see your invitations.";

/** Serves the pages of a user's invitations. They belong to no organization, since the user is not a member yet. */
export async function answerInvitations(page: string, visit: PersonalVisit): Promise<PreparedResponse> {
  const { method } = visit.request;
  // Hosts with their own users manage memberships themselves.
  const isOwn = visit.user.organizations === undefined;
  if (visit.only !== undefined) throw new ProblemError("not-found", onlyOne);
  if (isOwn && page === invitationsPage && method !== "POST") return showInvitations(visit);
  if (isOwn && page === `${invitationsPage}/accept` && method === "POST") return acceptInvitation(visit);
  if (isOwn && page === `${invitationsPage}/decline` && method === "POST") return declineInvitation(visit);
  throw new ProblemError("path-not-found", "This page does not exist");
}

async function acceptInvitation({ api, options, user, form }: PersonalVisit): Promise<PreparedResponse> {
  const organizationSlug = textOf(form, "organization");
  await api.invitations.accept(user.id, { organizationSlug, id: textOf(form, "id") });
  return seeOther(`${options.basePath}/o/${encodeURIComponent(organizationSlug)}?done=joined`);
}

async function declineInvitation({ api, options, user, form }: PersonalVisit): Promise<PreparedResponse> {
  const organizationSlug = textOf(form, "organization");
  await api.invitations.decline(user.id, { organizationSlug, id: textOf(form, "id") });
  return seeOther(`${options.basePath}/${invitationsPage}`);
}

async function showInvitations(visit: PersonalVisit): Promise<PreparedResponse> {
  const { api, options, user, stored } = visit;
  const [found, known] = await Promise.all([
    api.invitations.allOfUser(user.id, { most: mostInvitations + 1, ...(stored && { user: stored }) }),
    stored ?? api.users.get(user.id),
  ]);
  const invitations = found.slice(0, mostInvitations);
  const names = await userNames(
    visit,
    invitations.map(({ by }) => by),
  );
  const isOnly = invitations.length === 1;
  const shown = await Promise.all(
    invitations.map((invitation) => item(visit, invitation, { names, isOnly })),
  );
  const { basePath } = options;
  const body = html`<p>You are signed in as <strong>${user.name}</strong>${known?.email !== undefined && html`, ${known.email}`}.</p>
${
  shown.length > 0
    ? shown
    : html`<p>No invitation is pending for you. It may have been revoked, have expired, or be for a different email address.</p>`
}
${found.length > mostInvitations && html`<p>You have further invitations. Accept or decline these to see them.</p>`}
<p class="actions">${linkButton("Go to the dashboard", basePath)}</p>
${options.identify === undefined && html`<form method="post" action="${basePath}/sign-out">${tokenInput(visit)}${submitButton("Sign out")}</form>`}`;
  return pageResponse(plainPage(basePath, { title: "Invitations", body }));
}

async function item(
  visit: PersonalVisit,
  { id, organizationSlug, role, by, expiresAt }: InvitationOfUser,
  { names, isOnly }: { names: ReadonlyMap<string, string>; isOnly: boolean },
): Promise<Html> {
  const name = (await visit.api.organizations.get(organizationSlug))?.name ?? organizationSlug;
  const inviter = by === undefined ? "The operator" : (names.get(by) ?? by);
  const button = (act: "accept" | "decline", label: string, tone?: ButtonTone): Html =>
    html`<form method="post" action="${visit.options.basePath}/${invitationsPage}/${act}">${tokenInput(visit)}
<input type="hidden" name="organization" value="${organizationSlug}">
<input type="hidden" name="id" value="${id}">
${submitButton(label, { tone, about: html` the invitation to ${name}` })}
</form>`;
  return html`<h2>${name}</h2>
<p>${inviter} invites you as <strong>${role}</strong>: you can ${abilities[role]}. The invitation expires ${timeOf(expiresAt)}.</p>
<div class="actions">
${button("accept", "Accept", isOnly ? "main" : undefined)}
${button("decline", "Decline")}
</div>
`;
}
