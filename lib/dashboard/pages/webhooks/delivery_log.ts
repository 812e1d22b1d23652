import { badge, linkButton, submitButton } from "../../design/components.ts";
import { table } from "../../design/table.ts";
import type { ListedWebhook, WebhookDelivery, WebhookDeliveryPage } from "../../../webhooks/mod.ts";
import { connectionWords } from "../../format/connection_words.ts";
import { numberOf, secondOf } from "../../format/format.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { tokenInput } from "../../frame/layout.ts";
import type { Visit } from "../../visit.ts";
import { addressOf, webhookPath } from "./webhook_parts.ts";

const perPage = 20;

/** Reads a page of a webhook's deliveries, newest first. */
export async function readDeliveries(visit: Visit): Promise<WebhookDeliveryPage> {
  const before = readBefore(visit.url.searchParams.get("before"));
  const query = { limit: perPage, ...(before === undefined ? {} : { before }) };
  return visit.api.admin.webhooks.deliveries(addressOf(visit), query);
}

/** Renders a page of a webhook's deliveries, newest first. The page's parameter `before` is the last id of the previous page. */
export function deliveryLog(
  visit: Visit,
  webhook: ListedWebhook,
  { deliveries, next }: WebhookDeliveryPage,
): Html {
  const before = readBefore(visit.url.searchParams.get("before"));
  const path = webhookPath(visit, webhook.id);
  return html`<h2 id="deliveries">Deliveries</h2>
${deliveries.length === 0 ? html`<p>${before === undefined ? "No event was sent yet." : "There are no older deliveries."}</p>` : deliveryTable(visit, webhook, deliveries)}
${
  (next !== null || before !== undefined) &&
  html`<p>${before !== undefined && html`${linkButton("Newest deliveries", `${path}#deliveries`)} `}${next !== null && linkButton("Older deliveries", `${path}?before=${next}#deliveries`, { attributes: html` rel="next"` })}</p>`
}`;
}

/** Returns undefined for an invalid id, so that the newest deliveries are shown. */
export function readBefore(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

function deliveryTable(visit: Visit, webhook: ListedWebhook, deliveries: readonly WebhookDelivery[]): Html {
  return table({
    caption:
      "Attempts of the last 30 days, at most 1,000, newest first. Times are UTC. A redelivered event can arrive after later events of the same post, key or member.",
    columns: [
      { label: "Time", kind: "heading", cell: ({ at }) => secondOf(at) },
      {
        label: "Event",
        cell: ({ eventType, eventId }) =>
          html`<code>${eventType}</code><p class="hint"><code>${eventId}</code></p>`,
      },
      { label: "Attempt", cell: attemptOf },
      { label: "Result", cell: (delivery) => resultOf(delivery, isRetried(visit, webhook, delivery)) },
      { label: "Duration", kind: "number", cell: ({ durationMs }) => `${numberOf(durationMs)} ms` },
      { label: "Actions", kind: "actions", cell: ({ id }) => redeliverForm(visit, webhook, id) },
    ],
    rows: deliveries,
  });
}

function isRetried(
  { api }: Visit,
  { status }: ListedWebhook,
  { nextAttemptAt = "" }: WebhookDelivery,
): boolean {
  return status === "enabled" && Date.parse(nextAttemptAt) > api.options.clock.now();
}

function redeliverForm(visit: Visit, webhook: ListedWebhook, id: number): Html {
  const action = `${webhookPath(visit, webhook.id)}/deliveries/${id}/redeliver`;
  return html`<form method="post" action="${action}">${tokenInput(visit)}${submitButton("Redeliver", { about: ` the event of delivery ${id}` })}</form>`;
}

function attemptOf({ trigger, attempt }: WebhookDelivery): string {
  return trigger === "event" ? String(attempt) : trigger;
}

/** @param willRetry true if the next attempt is still to come */
function resultOf(
  { id, outcome, status, error, response, nextAttemptAt }: WebhookDelivery,
  willRetry: boolean,
): Html {
  return html`${badge(outcome === "delivered" ? "good" : "bad", outcome)} ${status}
${error !== undefined && html`<p class="error">${connectionWords(error)}</p>`}
${willRetry && nextAttemptAt !== undefined && html`<p class="hint">Next attempt ${secondOf(nextAttemptAt)}</p>`}
${
  response !== undefined &&
  html`<details>
<summary>Response<span class="hidden"> to delivery ${id}</span></summary>
<pre tabindex="0">\n${response}</pre>
</details>`
}`;
}
