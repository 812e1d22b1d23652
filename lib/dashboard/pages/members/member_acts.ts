import { dialog, submitButton } from "../../design/components.ts";
import { defaultRole, type ListedMember, type Role } from "../../../access/mod.ts";
import { type PreparedResponse, ProblemError } from "../../../http/mod.ts";
import { seeOther } from "../../frame/answers.ts";
import { selectField, inputField } from "../../design/field.ts";
import { orShowAgain, type FormProblem } from "../../form/form_problem.ts";
import { html } from "../../../base/text/html.ts";
import { tokenInput, showPage } from "../../frame/layout.ts";
import { questionPage } from "../../frame/question_page.ts";
import { textOf, optionalTextOf } from "../../form/read_form.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { roleChoice, offeredRoles } from "./role_words.ts";
import { canMailLinks } from "../../sign_in/link_addresses.ts";
import { showInvited } from "./member_links.ts";
import { showMembers } from "./member_list.ts";
import { type NewMember, requirePermitted } from "../../../api/mod.ts";
import { formIdInput, isSentFirst } from "../../form/form_id.ts";
import type { NoticeName } from "../../frame/notices.ts";

const section = "settings/members";

/** Revokes a pending invitation. */
export const revokeInvitation: PageHandler = async (visit) =>
  orShowAgain(
    async () => {
      await visit.api.admin.members.revokeInvitation({ actor: visit.actor, id: visit.params["id"] ?? "" });
      return seeOther(`${pathTo(visit, section)}?done=invitation-revoked`);
    },
    ({ status, message }) => showMembers(visit, { status, message, fields: {} }),
  );

/** Shows the form that changes the role of a member. */
export const askForRole: PageHandler = async (visit) => {
  const { userId, name, role } = await memberOf(visit);
  const offered = await offeredRoles(visit);
  // The present role is always a choice, so that the form shows it.
  const choices = offered.includes(role) ? offered : [...offered, role];
  const path = pathTo(visit, section);
  const body = dialog({
    action: `${path}/${encodeURIComponent(userId)}/role`,
    body: html`<p>The new role of <strong><bdi>${name}</bdi></strong> applies to the next page that they open, and to their API keys.</p>
${tokenInput(visit)}
${selectField({ name: "role", label: "Role", value: role, choices: choices.map(roleChoice) })}`,
    confirm: submitButton("Change the role", { tone: "main" }),
    cancel: path,
  });
  return showPage(visit, { title: "Change the role", section, body });
};

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
    ({ status, message }) => showMembers(visit, { status, message, fields: {} }),
  );

export const removeMember: PageHandler = async (visit) =>
  orShowAgain(
    async () => {
      await visit.api.admin.members.remove({ actor: visit.actor, userId: visit.params["id"] ?? "" });
      return seeOther(`${pathTo(visit, section)}?done=member-removed`);
    },
    (problem) => showMembers(visit, problem),
  );

/** Asks for confirmation before a member is removed. */
export async function askToRemove(visit: Visit): Promise<PreparedResponse> {
  const { userId, name } = await memberOf(visit);
  return questionPage(visit, {
    title: "Remove the member?",
    section,
    body: html`<p><strong><bdi>${name}</bdi></strong> stops being a member of ${visit.organization.name}. Their keys in it are refused from then on.</p>`,
    label: "Remove",
    action: pathTo(visit, `${section}/${encodeURIComponent(userId)}/remove`),
    cancel: pathTo(visit, section),
  });
}

/** @throws {NotFoundError} if the organization has no such member */
async function memberOf({ api, actor, params }: Visit): Promise<ListedMember> {
  return api.admin.members.get({ actor, userId: params["id"] ?? "" });
}

/** Invites an email address, or creates a user by name. The form works once, so it cannot create two users. */
export const addMember: PageHandler = async (visit) =>
  orShowAgain(
    async () => {
      if (!(await isSentFirst(visit, "members:manage")))
        return seeOther(`${pathTo(visit, section)}?done=member-added-already`);
      const added = await visit.api.admin.members.add(visit.actor, readMember(visit.form));
      const { status } = added;
      const { identify, openIdConnect } = visit.options;
      // A user of an OpenID provider needs no link, but gets an invitation by mail.
      const needsLink = identify === undefined && (openIdConnect === undefined || canMailLinks(visit));
      if (status === "pending" && needsLink) return showInvited(visit, added);
      const notice: NoticeName = status === "pending" ? "invited" : "member-created";
      const place = status === "pending" ? "#pending" : "";
      return seeOther(`${pathTo(visit, section)}?done=${notice}${place}`);
    },
    (problem) => askForMember(visit, problem),
  );

/** Reads the form. Without an email address, it creates a new user. */
function readMember(form: FormData): NewMember {
  const role = textOf(form, "role") as Role;
  const email = optionalTextOf(form, "email");
  const name = optionalTextOf(form, "name");
  if (email === undefined) return { role, name: name ?? "" };
  return name === undefined ? { role, email } : { role, email, name };
}

/** Shows the form that invites a member. */
export async function askForMember(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  requirePermitted(visit.actor, "members:manage");
  if (visit.user.organizations !== undefined) {
    throw new ProblemError("path-not-found", "The application that signs you in manages the members");
  }
  const { form } = visit;
  const errors = problem?.fields;
  const path = pathTo(visit, section);
  const body = dialog({
    action: `${path}/invite`,
    body: html`<p>The person becomes a member by accepting the invitation. ${signInHint(visit)}</p>
${tokenInput(visit)}${formIdInput(visit)}
${inputField({ name: "email", label: "Email", type: "email", value: textOf(form, "email"), errors })}
${inputField({ name: "name", label: "Name", hint: "Optional with an email address. A name alone makes a new member immediately, without an invitation.", value: textOf(form, "name"), longest: 200, errors })}
${selectField({
  name: "role",
  label: "Role",
  value: textOf(form, "role") || defaultRole,
  choices: (await offeredRoles(visit)).map(roleChoice),
  errors,
})}`,
    confirm: submitButton("Invite", { tone: "main" }),
    cancel: path,
  });
  return showPage(visit, { title: "Invite a member", section, body, problem });
}

/** Returns instructions for invited people who cannot sign in yet. */
function signInHint(visit: Visit): string {
  const { identify, openIdConnect } = visit.options;
  if (identify !== undefined) return "";
  if (canMailLinks(visit)) return "They get a mail with a link that accepts the invitation and signs in.";
  if (openIdConnect !== undefined) {
    return `They sign in with ${openIdConnect.name}, where their email address must be the invited address.`;
  }
  return "The next page shows a link for them, which accepts the invitation and signs in.";
}
