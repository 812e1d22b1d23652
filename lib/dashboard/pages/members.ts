import { type Invitation, type ListedMember, permissionsOfRole, type Role } from "../../access/mod.ts";
import type { NewMember } from "../../admin/mod.ts";
import type { PreparedResponse } from "../../exchange/mod.ts";
import { seeOther } from "../answers.ts";
import { type FieldErrors, inputField, selectField } from "../fields.ts";
import { formIdInput, isSentFirst } from "../form_id.ts";
import { formPage } from "../form_page.ts";
import { type FormProblem, orShowAgain } from "../form_problem.ts";
import { timeOf } from "../format.ts";
import { html, type Html } from "../../html.ts";
import { tokenInput } from "../layout.ts";
import type { NoticeName } from "../notices.ts";
import { originOf } from "../origin_of.ts";
import { questionPage } from "../question_page.ts";
import { optionalTextOf, textOf } from "../read_form.ts";
import { userNames } from "../user_names.ts";
import { type PageHandler, pathTo, type Visit } from "../visit.ts";
import { invitationsPage } from "./invitations.ts";

const section = "settings/members";
const roles = Object.keys(permissionsOfRole) as Role[];

/** Shows the settings page of members. */
export const showMembers: PageHandler = async (visit) => membersPage(visit);

/** Invites an email address, or creates a user by name. The form works once, so it cannot create two users. */
export const addMember: PageHandler = async (visit) =>
  orShowAgain(
    async () => {
      if (!(await isSentFirst(visit, "members:manage")))
        return seeOther(`${pathTo(visit, section)}?done=member-added-already`);
      const { status } = await visit.api.admin.members.add(visit.actor, readMember(visit.form));
      const notice: NoticeName = status === "pending" ? "invited" : "member-created";
      return seeOther(`${pathTo(visit, section)}?done=${notice}`);
    },
    (problem) => membersPage(visit, problem),
  );

/** Revokes a pending invitation. */
export const revokeInvitation: PageHandler = async (visit) =>
  orShowAgain(
    async () => {
      await visit.api.admin.members.revokeInvitation({ actor: visit.actor, id: visit.params["id"] ?? "" });
      return seeOther(`${pathTo(visit, section)}?done=invitation-revoked`);
    },
    ({ status, message }) => membersPage(visit, { status, message, fields: {} }),
  );

/** Reads the form. Without an email address, it creates a new user. */
function readMember(form: FormData): NewMember {
  const role = textOf(form, "role") as Role;
  const email = optionalTextOf(form, "email");
  const name = optionalTextOf(form, "name");
  if (email === undefined) return { role, name: name ?? "" };
  return name === undefined ? { role, email } : { role, email, name };
}

/** Changes the role of a member. */
export const changeRole: PageHandler = async (visit) =>
  orShowAgain(
    async () => {
      const role = textOf(visit.form, "role") as Role;
      await visit.api.admin.members.changeRole(
        { actor: visit.actor, userId: visit.params["id"] ?? "" },
        role,
      );
      return seeOther(`${pathTo(visit, section)}?done=role-changed`);
    },
    ({ status, message }) => membersPage(visit, { status, message, fields: {} }),
  );

/** Asks for confirmation before a member is removed. */
export const askToRemove: PageHandler = async (visit) => removePage(visit);

/** Removes a member. */
export const removeMember: PageHandler = async (visit) =>
  orShowAgain(
    async () => {
      await visit.api.admin.members.remove({ actor: visit.actor, userId: visit.params["id"] ?? "" });
      return seeOther(`${pathTo(visit, section)}?done=member-removed`);
    },
    (problem) => membersPage(visit, problem),
  );

async function membersPage(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  const [members, invitations] = await Promise.all([
    visit.api.admin.members.all(visit.actor),
    visit.api.admin.members.invitations(visit.actor),
  ]);
  const names = await userNames(
    visit,
    invitations.map(({ by }) => by),
  );
  const errors = problem?.fields;
  const body = html`<table class="cards">
<caption>Members of ${visit.organization.name}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Email</th><th scope="col">Status</th><th scope="col">Role</th><th scope="col">Actions</th></tr></thead>
<tbody>
${members.map((member) => row(visit, member))}</tbody>
</table>
${invitations.length > 0 && pendingInvitations(visit, { invitations, names })}
${visit.user.organizations === undefined ? inviteForm(visit, errors) : html`<p>The application that signs you in manages the members.</p>`}`;
  return formPage(visit, { title: "Members", section, body, problem });
}

function inviteForm(visit: Visit, errors: FieldErrors | undefined): Html {
  const { form } = visit;
  return html`<h2 id="add">Invite a member</h2>
<p>The invited person becomes a member by accepting. ${signInHint(visit)}</p>
<form method="post" action="${pathTo(visit, section)}" aria-labelledby="add">
${tokenInput(visit)}${formIdInput(visit)}
${inputField({ name: "email", label: "Email", type: "email", value: textOf(form, "email"), errors })}
${inputField({ name: "name", label: "Name", hint: "The name of a new user. Without an email address, the user becomes a member immediately.", value: textOf(form, "name"), longest: 200, errors })}
${selectField({
  name: "role",
  label: "Role",
  value: textOf(form, "role") || "author",
  choices: roles.map((role) => [role, `${role}: ${permissionsOfRole[role].join(", ")}`] as const),
  errors,
})}
<button type="submit" class="main-action">Invite</button>
</form>`;
}

/** Returns instructions for invited people who cannot sign in yet. */
function signInHint({ options: { identify, openIdConnect } }: Visit): Html | string {
  if (identify !== undefined) return "";
  if (openIdConnect !== undefined) {
    return `They sign in with ${openIdConnect.name}, where their email address must be the invited address.`;
  }
  return html`If they have no user on this server, its operator creates one and a sign-in link: <code>postern user create NAME --email EMAIL</code>, then <code>postern user sign-in-link EMAIL</code>.`;
}

function pendingInvitations(
  visit: Visit,
  { invitations, names }: { invitations: readonly Invitation[]; names: ReadonlyMap<string, string> },
): Html {
  const link = `${originOf(visit.request, visit)}${visit.options.basePath}/${invitationsPage}`;
  return html`<h2>Pending invitations</h2>
<div class="secret-box">
<p>Send this link to the invited people. It is not secret: only a user with the invited address can accept.</p>
<code class="secret" id="invitations-link" data-copy>${link}</code>
</div>
<table class="cards">
<caption>Pending invitations to ${visit.organization.name}</caption>
<thead><tr><th scope="col">Invited</th><th scope="col">Role</th><th scope="col">By</th><th scope="col">Expires</th><th scope="col">Actions</th></tr></thead>
<tbody>
${invitations.map((invitation) => invitationRow(visit, invitation, names))}</tbody>
</table>`;
}

function invitationRow(
  visit: Visit,
  { id, email, userId = "", role, by, expiresAt }: Invitation,
  names: ReadonlyMap<string, string>,
): Html {
  const invited = email ?? userId;
  const inviter = by === undefined ? "the operator" : (names.get(by) ?? by);
  const action = pathTo(visit, `settings/invitations/${encodeURIComponent(id)}/revoke`);
  return html`<tr>
<th scope="row">${invited}</th>
<td data-label="Role">${role}</td>
<td data-label="By">${inviter}</td>
<td data-label="Expires">${timeOf(expiresAt)}</td>
<td><form method="post" action="${action}">${tokenInput(visit)}<button type="submit" class="danger">Revoke<span class="hidden"> the invitation of ${invited}</span></button></form></td>
</tr>
`;
}

function row(visit: Visit, { userId, name, email, status, role }: ListedMember): Html {
  const path = pathTo(visit, `${section}/${encodeURIComponent(userId)}`);
  return html`<tr>
<th scope="row">${name}</th>
<td data-label="Email">${email ?? "none"}</td>
<td data-label="Status">${status}</td>
<td data-label="Role"><form method="post" action="${path}/role">${tokenInput(visit)}
<select name="role" aria-label="Role of ${name}">${roles.map((one) => html`<option${one === role && html` selected`}>${one}</option>`)}</select>
<button type="submit">Change<span class="hidden"> the role of ${name}</span></button></form></td>
<td><a class="button danger" data-dialog href="${path}/remove">Remove<span class="hidden"> ${name}</span></a></td>
</tr>
`;
}

async function removePage(visit: Visit): Promise<PreparedResponse> {
  const id = visit.params["id"] ?? "";
  const members = await visit.api.admin.members.all(visit.actor);
  const name = members.find(({ userId }) => userId === id)?.name ?? id;
  return questionPage(visit, {
    title: "Remove the member?",
    section,
    body: html`<p><strong>${name}</strong> stops being a member of ${visit.organization.name}. Their keys in it are refused from then on.</p>`,
    label: "Remove",
    action: pathTo(visit, `${section}/${encodeURIComponent(id)}/remove`),
    cancel: pathTo(visit, section),
  });
}
