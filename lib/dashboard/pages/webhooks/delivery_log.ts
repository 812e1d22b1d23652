import type { ListedWebhook, WebhookDelivery } from "../../../webhooks/mod.ts";
import { numberOf, secondOf } from "../../format.ts";
import { html, type Html } from "../../../html.ts";
import { tokenInput } from "../../layout.ts";
import type { Visit } from "../../visit.ts";
import { webhookPath } from "./webhook_paths.ts";

const perPage = 20;

/** Renders a page of a webhook's deliveries, newest first. The page's parameter `before` is the last id of the previous page. */
export async function deliveryLog(visit: Visit, webhook: ListedWebhook): Promise<Html> {
  const before = readBefore(visit.url.searchParams.get("before"));
  const { deliveries, next } = await visit.api.admin.webhooks.deliveries(
    { actor: visit.actor, webhookId: webhook.id },
    { limit: perPage, ...(before === undefined ? {} : { before }) },
  );
  const path = webhookPath(visit, webhook.id);
  return html`<h2 id="deliveries">Deliveries</h2>
${deliveries.length === 0 ? html`<p>${before === undefined ? "No event was sent yet." : "There are no older deliveries."}</p>` : table(visit, webhook, deliveries)}
${
  (next !== null || before !== undefined) &&
  html`<p>${before !== undefined && html`<a class="button" href="${path}#deliveries">Newest deliveries</a> `}${next !== null && html`<a class="button" rel="next" href="${path}?before=${next}#deliveries">Older deliveries</a>`}</p>`
}`;
}

/** Returns undefined for an invalid id, so that the newest deliveries are shown. */
function readBefore(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

function table(visit: Visit, webhook: ListedWebhook, deliveries: readonly WebhookDelivery[]): Html {
  return html`<table class="cards">
<caption>Attempts of the last 30 days, at most 1,000, newest first. Times are UTC.</caption>
<thead><tr><th scope="col">Time</th><th scope="col">Event</th><th scope="col">Attempt</th><th scope="col">Result</th><th scope="col" class="number">Duration</th><th scope="col">Actions</th></tr></thead>
<tbody>
${deliveries.map((delivery) => row(visit, webhook, delivery))}</tbody>
</table>`;
}

function row(visit: Visit, webhook: ListedWebhook, delivery: WebhookDelivery): Html {
  const { id, eventId, eventType, at, durationMs } = delivery;
  const action = `${webhookPath(visit, webhook.id)}/deliveries/${id}/redeliver`;
  const isRetried =
    webhook.status === "enabled" && Date.parse(delivery.nextAttemptAt ?? "") > visit.api.options.clock.now();
  return html`<tr>
<th scope="row">${secondOf(at)}</th>
<td data-label="Event"><code>${eventType}</code><p class="hint"><code>${eventId}</code></p></td>
<td data-label="Attempt">${attemptOf(delivery)}</td>
<td data-label="Result">${resultOf(delivery, isRetried)}</td>
<td data-label="Duration" class="number">${numberOf(durationMs)} ms</td>
<td><form method="post" action="${action}">${tokenInput(visit)}<button type="submit">Redeliver<span class="hidden"> the event of delivery ${id}</span></button></form></td>
</tr>
`;
}

function attemptOf({ trigger, attempt }: WebhookDelivery): string {
  return trigger === "event" ? String(attempt) : trigger;
}

/** @param isRetried true if the next attempt is still to come */
function resultOf(
  { id, outcome, status, error, response, nextAttemptAt }: WebhookDelivery,
  isRetried: boolean,
): Html {
  const kind = outcome === "delivered" ? "good" : "bad";
  return html`<span class="tag tag-${kind}">${outcome}</span> ${status}
${error !== undefined && html`<p class="error">${error}</p>`}
${isRetried && nextAttemptAt !== undefined && html`<p class="hint">Next attempt ${secondOf(nextAttemptAt)}</p>`}
${
  response !== undefined &&
  html`<details>
<summary>Response<span class="hidden"> to delivery ${id}</span></summary>
<pre tabindex="0">\n${response}</pre>
</details>`
}`;
}
