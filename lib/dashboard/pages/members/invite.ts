import { dialog } from "../../design/dialog.ts";
import type { Role } from "../../../access/mod.ts";
import { type NewMember, requirePermitted } from "../../../api/mod.ts";
import { type PreparedResponse, ProblemError } from "../../../http/mod.ts";
import { seeOther } from "../../frame/answers.ts";
import { submitButton } from "../../design/button.ts";
import { inputField, selectField } from "../../design/field.ts";
import { formIdInput, isSentFirst } from "../../form/form_id.ts";
import { type FormProblem, orShowAgain } from "../../form/form_problem.ts";
import { html } from "../../../base/text/html.ts";
import { tokenInput, showPage } from "../../frame/layout.ts";
import type { NoticeName } from "../../frame/notices.ts";
import { optionalTextOf, textOf } from "../../form/read_form.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { roleChoice, offeredRoles } from "./role_words.ts";

const section = "settings/members";

/** Invites an email address, or creates a user by name. The form works once, so it cannot create two users. */
export const addMember: PageHandler = async (visit) =>
  orShowAgain(
    async () => {
      if (!(await isSentFirst(visit, "members:manage")))
        return seeOther(`${pathTo(visit, section)}?done=member-added-already`);
      const { status } = await visit.api.admin.members.add(visit.actor, readMember(visit.form));
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
  value: textOf(form, "role") || "author",
  choices: (await offeredRoles(visit)).map(roleChoice),
  errors,
})}`,
    confirm: submitButton("Invite", { tone: "main" }),
    cancel: path,
  });
  return showPage(visit, { title: "Invite a member", section, body, problem });
}

/** Returns instructions for invited people who cannot sign in yet. */
function signInHint({ options: { identify, openIdConnect } }: Visit): string {
  if (identify !== undefined) return "";
  if (openIdConnect !== undefined) {
    return `They sign in with ${openIdConnect.name}, where their email address must be the invited address.`;
  }
  return "Somebody who has never signed in here also needs a sign-in link: ask the person who runs this server to create one.";
}
