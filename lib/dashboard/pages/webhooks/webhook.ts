import type { PreparedResponse } from "../../../http/mod.ts";
import { type ListedWebhook, mostCounted } from "../../../webhooks/mod.ts";
import { seeOther } from "../../frame/answers.ts";
import { type FormProblem, orShowAgain } from "../../form/form_problem.ts";
import { timeOf } from "../../format/format.ts";
import { linkButton, submitButton } from "../../design/button.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { tokenInput, showPage } from "../../frame/layout.ts";
import type { PageHandler, Visit } from "../../visit.ts";
import { deliveryLog, readDeliveries } from "./delivery_log.ts";
import { eventList } from "./event_list.ts";
import { secretNeeded } from "./secret_needed.ts";
import { briefly, enteredFields, fieldsOf, readChanges, webhookFields } from "./webhook_form.ts";
import { addressOf, section, webhookPath } from "./webhook_paths.ts";
import { stateNotice, stateTag } from "./webhook_state.ts";

/** Shows a webhook: its state, settings and deliveries. */
export const showWebhook: PageHandler = async (visit) => webhookPage(visit);

/** Changes the settings of a webhook. */
export const saveWebhook: PageHandler = async (visit) =>
  orShowAgain(
    async () => {
      const address = addressOf(visit);
      const changes = readChanges(visit.form, "Cannot change the webhook");
      await visit.api.admin.webhooks.update(address, changes);
      return seeOther(`${webhookPath(visit, address.webhookId)}?done=webhook-saved`);
    },
    (problem) => webhookPage(visit, briefly(problem)),
  );

async function webhookPage(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  const [webhook, deliveries] = await Promise.all([
    visit.api.admin.webhooks.get(addressOf(visit)),
    readDeliveries(visit),
  ]);
  const body = html`${secretNeeded(visit)}
${stateNotice(visit, webhook)}
${facts(visit, webhook)}
${settings(visit, webhook, problem)}
${deliveryLog(visit, webhook, deliveries)}`;
  const action = actions(visit, webhook);
  return showPage(visit, {
    title: `Webhook to ${new URL(webhook.url).host}`,
    section,
    action,
    body,
    problem,
  });
}

function facts(visit: Visit, webhook: ListedWebhook): Html {
  const { url, description, events, sections, tags, languages, waiting, abandoned } = webhook;
  const { previousSecretUntil } = webhook;
  return html`<dl class="facts">
${[
  fact("State", stateTag(webhook)),
  fact("URL", url),
  fact("Description", description),
  fact("Events", eventList(events)),
  fact("Sections", sections?.join(", ")),
  fact("Tags", tags?.join(", ")),
  fact("Languages", languages?.join(", ")),
  fact("Waiting events", countOf(waiting)),
  fact("Oldest waiting event", webhook.oldestWaitingAt && timeOf(webhook.oldestWaitingAt)),
  fact(
    "Failed for good",
    abandoned > 0 &&
      html`<a href="${webhookPath(visit, webhook.id)}/abandoned">${countOf(abandoned)} events</a>`,
  ),
  fact("Created", timeOf(webhook.createdAt)),
  fact(
    "Previous secret",
    previousSecretUntil === undefined ? undefined : html`also signs until ${timeOf(previousSecretUntil)}`,
  ),
]}</dl>`;
}

function countOf(count: number): string {
  return count >= mostCounted ? `${mostCounted} or more` : String(count);
}

function fact(label: string, value: Html | string | false | undefined): Html | false {
  return value !== undefined && value !== false && html`<dt>${label}</dt><dd>${value}</dd>\n`;
}

function actions(visit: Visit, { id, status }: ListedWebhook): Html {
  const path = webhookPath(visit, id);
  const button = (act: string, label: string): Html =>
    html`<form method="post" action="${path}/${act}">${tokenInput(visit)}${submitButton(label)}</form>\n`;
  return html`${button("test", "Send a test event")}${status === "enabled" && button("pause", "Pause")}${linkButton("Roll the secret", `${path}/roll`, { isDialog: true })}
${linkButton("Delete", `${path}/delete`, { tone: "danger", isDialog: true })}`;
}

/** Renders the settings, which are open after a refused form. */
function settings(visit: Visit, webhook: ListedWebhook, problem: FormProblem | undefined): Html {
  const fields = problem === undefined ? fieldsOf(webhook) : enteredFields(visit.form);
  return html`<details${problem !== undefined && html` open`}>
<summary>Change the settings</summary>
<form method="post" action="${webhookPath(visit, webhook.id)}">
${tokenInput(visit)}
${webhookFields(fields, problem?.fields)}
${submitButton("Save", { tone: webhook.status === "enabled" ? "main" : undefined })}
</form>
</details>`;
}
