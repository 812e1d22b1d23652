import type { PreparedResponse } from "../../../http/mod.ts";
import { seeOther } from "../../frame/answers.ts";
import { formIdInput, isSentFirst } from "../../form/form_id.ts";
import { type FormProblem, orShowAgain } from "../../form/form_problem.ts";
import { linkButton, submitButton } from "../../design/button.ts";
import { html } from "../../../base/text/html.ts";
import { tokenInput, showPage } from "../../frame/layout.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { secretNeeded } from "./secret_needed.ts";
import { secretPage } from "./secret_page.ts";
import { briefly, enteredFields, readNewWebhook, webhookFields } from "./webhook_form.ts";
import { section } from "./webhook_paths.ts";

/** Shows the form of a new webhook. */
export const askForWebhook: PageHandler = async (visit) => newWebhookPage(visit);

/** Creates a webhook, and shows its secret. A form that is sent twice, by reloading, creates only one webhook. */
export const createWebhook: PageHandler = async (visit) =>
  orShowAgain(
    async () => {
      const input = readNewWebhook(visit.form);
      if (!(await isSentFirst(visit, "webhooks:manage")))
        return seeOther(`${pathTo(visit, section)}?done=webhook-made-already`);
      const created = await visit.api.admin.webhooks.create(visit.actor, input);
      return secretPage(visit, created, "Your new webhook");
    },
    (problem) => newWebhookPage(visit, briefly(problem)),
  );

async function newWebhookPage(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  const missing = secretNeeded(visit);
  const form = html`<form method="post" action="${pathTo(visit, `${section}/new`)}">
${tokenInput(visit)}
${formIdInput(visit)}
${webhookFields(enteredFields(visit.form), problem?.fields)}
<p class="actions">${submitButton("Create webhook", { tone: "main" })}
${linkButton("Cancel", pathTo(visit, section))}</p>
</form>`;
  return showPage(visit, { title: "New webhook", section, body: missing || form, problem });
}
