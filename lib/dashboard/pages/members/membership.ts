import { showPage } from "../../frame/layout.ts";
import { type PreparedResponse, ProblemError } from "../../../http/mod.ts";
import { seeOther } from "../../frame/answers.ts";
import { type FormProblem, orShowAgain } from "../../form/form_problem.ts";
import { linkButton } from "../../design/components.ts";
import { html } from "../../../base/text/html.ts";
import { questionPage } from "../../frame/question_page.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { abilities } from "./role_words.ts";

const section = "settings/membership";

/** Asks for confirmation before the visitor leaves the organization. */
export const askToLeave: PageHandler = async (visit) => {
  requireOwnMembership(visit);
  return questionPage(visit, {
    title: "Leave the organization?",
    section,
    body: html`<p>Your membership of <strong>${visit.organization.name}</strong> ends, and your API keys in it are refused from then on. To come back, you need a new invitation.</p>`,
    label: "Leave",
    action: pathTo(visit, `${section}/leave`),
    cancel: pathTo(visit, section),
  });
};

/** Ends the visitor's membership. */
export const leave: PageHandler = async (visit) => {
  requireOwnMembership(visit);
  return orShowAgain(
    async () => {
      await visit.api.admin.members.leave(visit.actor);
      return seeOther(visit.options.basePath);
    },
    (problem) => showMembership(visit, problem),
  );
};

/** Shows the visitor's role and permissions, and the button to leave. */
export async function showMembership(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  requireOwnMembership(visit);
  const role = await visit.api.admin.members.ownRole(visit.actor);
  const body = html`<dl class="facts">
<dt>Organization</dt><dd>${visit.organization.name}</dd>
<dt>Role</dt><dd>${role ?? "none"}</dd>
${role !== null && html`<dt>You can</dt><dd>${abilities[role]}</dd>`}
</dl>
<h2>Leave ${visit.organization.name}</h2>
<p>You stop being a member, and your API keys in it are refused. To come back, you need a new invitation.${role === "owner" && " The last owner cannot leave: make another member an owner first."}</p>
<p class="actions">${linkButton("Leave the organization", pathTo(visit, `${section}/leave`), { tone: "danger", isDialog: true })}</p>`;
  return showPage(visit, { title: "Your membership", section, body, problem });
}

/** Hosts with their own users manage memberships themselves, so their users get 404. */
function requireOwnMembership({ user }: Visit): void {
  if (user.organizations !== undefined) throw new ProblemError("path-not-found", "This page does not exist");
}
