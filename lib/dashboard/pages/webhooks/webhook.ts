import type { PreparedResponse } from "../../../http/mod.ts";
import { type ListedWebhook, mostCounted } from "../../../webhooks/mod.ts";
import { seeOther } from "../../frame/answers.ts";
import { type FormProblem, orShowAgain } from "../../form/form_problem.ts";
import { timeOf, excerptOf } from "../../format/format.ts";
import { linkButton, submitButton } from "../../design/components.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { tokenInput, showPage } from "../../frame/layout.ts";
import { type PageHandler, type Visit, pathTo } from "../../visit.ts";
import { deliveryLog, readDeliveries } from "./delivery_log.ts";
import {
  eventList,
  addressOf,
  section,
  webhookPath,
  secretNeeded,
  stateNotice,
  stateTag,
} from "./webhook_parts.ts";
import { briefly, enteredFields, fieldsOf, readChanges, webhookFields } from "./webhook_form.ts";
import type { NoticeName } from "../../frame/notices.ts";
import { questionPage } from "../../frame/question_page.ts";

/** Changes the settings of a webhook. */
export const saveWebhook: PageHandler = async (visit) =>
  orShowAgain(
    async () => {
      const address = addressOf(visit);
      const changes = readChanges(visit.form, "Cannot change the webhook");
      await visit.api.admin.webhooks.update(address, changes);
      return seeOther(`${webhookPath(visit, address.webhookId)}?done=webhook-saved`);
    },
    (problem) => showWebhook(visit, briefly(problem)),
    { form: visit.form },
  );

/** Shows a webhook: its state, settings and deliveries. */
export async function showWebhook(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
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

export const pauseWebhook: PageHandler = async (visit) => {
  await visit.api.admin.webhooks.pause(addressOf(visit));
  return backTo(visit, "webhook-paused");
};

/** Resumes a paused or disabled webhook. */
export const resumeWebhook: PageHandler = async (visit) => {
  await visit.api.admin.webhooks.resume(addressOf(visit));
  return backTo(visit, "webhook-resumed");
};

/** Sends a test event. */
export const testWebhook: PageHandler = async (visit) => {
  const { outcome } = await visit.api.admin.webhooks.test(addressOf(visit));
  return backTo(visit, outcome === "delivered" ? "webhook-tested" : "webhook-test-failed");
};

/** Sends the event of a delivery again. */
export const redeliver: PageHandler = async (visit) => {
  const number = visit.params["number"] ?? "";
  const deliveryId = /^\d{1,15}$/.test(number) ? Number(number) : 0;
  const { outcome } = await visit.api.admin.webhooks.redeliver(addressOf(visit), deliveryId);
  return backTo(visit, outcome === "delivered" ? "webhook-redelivered" : "webhook-redelivery-failed");
};

/** Asks for confirmation before a webhook is deleted. */
export const askToDelete: PageHandler = async (visit) => {
  const { id, url } = await visit.api.admin.webhooks.get(addressOf(visit));
  const path = webhookPath(visit, id);
  return questionPage(visit, {
    title: "Delete the webhook?",
    section,
    body: html`<p><strong>${excerptOf(url, 100)}</strong> receives no more events. Its secret, the log of its deliveries and the events that wait are deleted permanently.</p>`,
    label: "Delete",
    action: `${path}/delete`,
    cancel: path,
  });
};

export const deleteWebhook: PageHandler = async (visit) => {
  await visit.api.admin.webhooks.delete(addressOf(visit));
  return seeOther(`${pathTo(visit, section)}?done=webhook-deleted`);
};

function backTo(visit: Visit, notice: NoticeName): PreparedResponse {
  return seeOther(`${webhookPath(visit, addressOf(visit).webhookId)}?done=${notice}`);
}
