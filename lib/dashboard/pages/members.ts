import { type ListedMember, permissionsOfRole, type Role } from "../../access/mod.ts";
import type { NewMember } from "../../admin/mod.ts";
import type { Answer } from "../../http/mod.ts";
import { seeOther } from "../answers.ts";
import { inputField, selectField } from "../fields.ts";
import { formIdInput, isSentFirst } from "../form_id.ts";
import { formPage } from "../form_page.ts";
import { type FormProblem, orAgain } from "../form_problem.ts";
import { html, type Html } from "../html.ts";
import { tokenInput } from "../layout.ts";
import type { NoticeName } from "../notices.ts";
import { questionPage } from "../question_page.ts";
import { optionalTextOf, textOf } from "../read_form.ts";
import { type PageHandler, pathTo, type Visit } from "../visit.ts";

const section = "settings/members";
const roles = Object.keys(permissionsOfRole) as Role[];

/** Settings, Members. */
export const showMembers: PageHandler = async (visit) => membersPage(visit);

/** Adds the user of an email address as a member, or a new user: the form works once, so that no two are made of one address. */
export const addMember: PageHandler = async (visit) =>
  orAgain(
    async () => {
      if (!(await isSentFirst(visit, "members:manage")))
        return seeOther(`${pathTo(visit, section)}?done=member-added-already`);
      const { isNewUser } = await visit.api.admin.members.add(visit.actor, readMember(visit.form));
      const notice: NoticeName = isNewUser ? "member-created" : "member-known";
      return seeOther(`${pathTo(visit, section)}?done=${notice}`);
    },
    (problem) => membersPage(visit, problem),
  );

/** Without an email address nobody can be meant but a new user. */
function readMember(form: FormData): NewMember {
  const role = textOf(form, "role") as Role;
  const email = optionalTextOf(form, "email");
  const name = optionalTextOf(form, "name");
  if (email === undefined) return { role, name: name ?? "" };
  return name === undefined ? { role, email } : { role, email, name };
}

/** Gives a member another role. */
export const changeRole: PageHandler = async (visit) =>
  orAgain(
    async () => {
      const role = textOf(visit.form, "role") as Role;
      await visit.api.admin.members.changeRole(visit.actor, visit.params["id"] ?? "", role);
      return seeOther(`${pathTo(visit, section)}?done=role-changed`);
    },
    ({ status, message }) => membersPage(visit, { status, message, fields: {} }),
  );

/** Asks whether a member is to be removed. */
export const askToRemove: PageHandler = async (visit) => removePage(visit);

/** Removes a member. */
export const removeMember: PageHandler = async (visit) =>
  orAgain(
    async () => {
      await visit.api.admin.members.remove(visit.actor, visit.params["id"] ?? "");
      return seeOther(`${pathTo(visit, section)}?done=member-removed`);
    },
    (problem) => membersPage(visit, problem),
  );

async function membersPage(visit: Visit, problem?: FormProblem): Promise<Answer> {
  const members = await visit.api.admin.members.list(visit.actor);
  const { form } = visit;
  const errors = problem?.fields;
  const body = html`<table class="cards">
<caption>Members of ${visit.organization.name}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Email</th><th scope="col">Status</th><th scope="col">Role</th><th scope="col">Actions</th></tr></thead>
<tbody>
${members.map((member) => row(visit, member))}</tbody>
</table>
<h2 id="add">Add a member</h2>
<p>Who is a user here already becomes a member, and keeps their name. A new user signs in by a link: <code>postern user sign-in-link EMAIL</code>.</p>
<form method="post" action="${pathTo(visit, section)}" aria-labelledby="add">
${tokenInput(visit)}${formIdInput(visit)}
${inputField({ name: "email", label: "Email", type: "email", value: textOf(form, "email"), errors })}
${inputField({ name: "name", label: "Name", hint: "Of a new user", value: textOf(form, "name"), longest: 200, errors })}
${selectField({
  name: "role",
  label: "Role",
  value: textOf(form, "role") || "author",
  choices: roles.map((role) => [role, `${role}: ${permissionsOfRole[role].join(", ")}`] as const),
  errors,
})}
<button type="submit" class="main-action">Add</button>
</form>`;
  return formPage(visit, { title: "Members", section, body, problem });
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

async function removePage(visit: Visit): Promise<Answer> {
  const id = visit.params["id"] ?? "";
  const members = await visit.api.admin.members.list(visit.actor);
  const name = members.find(({ userId }) => userId === id)?.name ?? id;
  return questionPage(visit, {
    title: "Remove the member?",
    section,
    body: html`<p><strong>${name}</strong> is a member of ${visit.organization.name} no longer. Their keys in it are refused from then on.</p>`,
    label: "Remove",
    action: pathTo(visit, `${section}/${encodeURIComponent(id)}/remove`),
    cancel: pathTo(visit, section),
  });
}
