import type { PreparedResponse } from "../../../http/mod.ts";
import { seeOther } from "../../frame/answers.ts";
import { excerptOf } from "../../format/format.ts";
import { html } from "../../../base/text/html.ts";
import type { NoticeName } from "../../frame/notices.ts";
import { questionPage } from "../../frame/question_page.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { addressOf, section, webhookPath } from "./webhook_paths.ts";

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
