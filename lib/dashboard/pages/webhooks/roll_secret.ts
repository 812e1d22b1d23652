import { dialog } from "../../design/dialog.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import { seeOther } from "../../frame/answers.ts";
import { submitButton } from "../../design/button.ts";
import { selectField } from "../../design/field.ts";
import { formIdInput, isSentFirst } from "../../form/form_id.ts";
import { type FormProblem, orShowAgain } from "../../form/form_problem.ts";
import { excerptOf } from "../../format/format.ts";
import { html } from "../../../base/text/html.ts";
import { tokenInput, showPage } from "../../frame/layout.ts";
import { textOf } from "../../form/read_form.ts";
import type { PageHandler, Visit } from "../../visit.ts";
import { secretPage } from "./secret_page.ts";
import { addressOf, section, webhookPath } from "./webhook_paths.ts";

/** Shows the form that replaces the secret of a webhook. */
export const askToRoll: PageHandler = async (visit) => rollPage(visit);

/** Replaces the secret of a webhook, and shows the new secret. A form that is sent twice replaces it only once. */
export const rollSecret: PageHandler = async (visit) =>
  orShowAgain(
    async () => {
      const address = addressOf(visit);
      if (!(await isSentFirst(visit, "webhooks:manage")))
        return seeOther(`${webhookPath(visit, address.webhookId)}?done=webhook-rolled-already`);
      const overlap = textOf(visit.form, "overlap");
      const rolled = await visit.api.admin.webhooks.rollSecret(address, { overlap });
      return secretPage(visit, rolled, "The new secret");
    },
    (problem) => rollPage(visit, problem),
  );

async function rollPage(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  const { id, url } = await visit.api.admin.webhooks.get(addressOf(visit));
  const path = webhookPath(visit, id);
  const body = dialog({
    action: `${path}/roll`,
    body: html`<p>A new secret replaces the secret of <strong>${excerptOf(url, 100)}</strong>. For the time below, each request has a signature of both secrets. Give the receiver the new secret in that time.</p>
${tokenInput(visit)}
${formIdInput(visit)}
${selectField({
  name: "overlap",
  label: "The old secret also signs for",
  value: textOf(visit.form, "overlap") || "24h",
  choices: [
    ["1h", "1 hour"],
    ["24h", "24 hours"],
    ["7d", "7 days"],
    ["0", "no longer: it ends immediately"],
  ],
  errors: problem?.fields,
})}`,
    confirm: submitButton("Roll", { tone: "main" }),
    cancel: path,
  });
  return showPage(visit, { title: "Roll the secret?", section, body, problem });
}
