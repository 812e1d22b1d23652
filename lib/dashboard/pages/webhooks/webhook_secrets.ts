import type { PreparedResponse } from "../../../http/mod.ts";
import type { WebhookWithSecret } from "../../../webhooks/mod.ts";
import { timeOf, excerptOf } from "../../format/format.ts";
import { linkButton, submitButton, dialog } from "../../design/components.ts";
import { html } from "../../../base/text/html.ts";
import { showPage, tokenInput } from "../../frame/layout.ts";
import { type Visit, type PageHandler, pathTo } from "../../visit.ts";
import { eventList, section, webhookPath, addressOf, secretNeeded } from "./webhook_parts.ts";
import { seeOther } from "../../frame/answers.ts";
import { formIdInput, isSentFirst } from "../../form/form_id.ts";
import { type FormProblem, orShowAgain } from "../../form/form_problem.ts";
import { briefly, enteredFields, readNewWebhook, webhookFields } from "./webhook_form.ts";
import { selectField } from "../../design/field.ts";
import { textOf } from "../../form/read_form.ts";

/**
 * Shows the secret of a webhook. The response to the form contains it and is never cached: a redirect would require storing the secret
 * until the next request.
 */
export async function secretPage(
  visit: Visit,
  { id, url, events, secret, previousSecretUntil }: WebhookWithSecret,
  title: string,
): Promise<PreparedResponse> {
  const body = html`<div class="secret-box">
<p><strong>Copy the secret now. It is never shown again.</strong></p>
<code class="secret" id="new-secret" data-copy>${secret}</code>
</div>
<dl class="facts">
<dt>URL</dt><dd>${url}</dd>
<dt>Events</dt><dd>${eventList(events)}</dd>
${previousSecretUntil !== undefined && html`<dt>Previous secret</dt><dd>also signs until ${timeOf(previousSecretUntil)}</dd>`}
</dl>
<h2>Verify each request</h2>
<p>The receiver verifies the signature of each request with the secret:</p>
<pre tabindex="0">import { verifyWebhook } from "postern/webhooks";
const event = await verifyWebhook(request, secret); // throws if the request is not authentic
if (event.type === "post.updated") console.log(event.data.slug, event.data.revision);</pre>
<p>Libraries of <a href="https://www.standardwebhooks.com" rel="noreferrer">Standard Webhooks</a> verify it in other languages.</p>
<p>${linkButton("I have copied it", webhookPath(visit, id))}</p>`;
  return showPage(visit, { title, section, body }, 201);
}

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
    (problem) => askForWebhook(visit, briefly(problem)),
    { form: visit.form },
  );

/** Shows the form of a new webhook. */
export async function askForWebhook(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
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
    (problem) => askToRoll(visit, problem),
  );

/** Shows the form that replaces the secret of a webhook. */
export async function askToRoll(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
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
