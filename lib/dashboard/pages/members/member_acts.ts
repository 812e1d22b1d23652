import { dialog } from "../../design/dialog.ts";
import type { ListedMember, Role } from "../../../access/mod.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import { seeOther } from "../../frame/answers.ts";
import { submitButton } from "../../design/button.ts";
import { selectField } from "../../design/field.ts";
import { orShowAgain } from "../../form/form_problem.ts";
import { html } from "../../../base/text/html.ts";
import { tokenInput, showPage } from "../../frame/layout.ts";
import { questionPage } from "../../frame/question_page.ts";
import { textOf } from "../../form/read_form.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { roleChoice, offeredRoles } from "./role_words.ts";
import { showMembers } from "./member_list.ts";

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
