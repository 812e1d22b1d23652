import type { ListedWebhook, WebhookDelivery } from "../../../webhooks/mod.ts";
import { numberOf, timeOf } from "../../format.ts";
import { html, type Html } from "../../../html.ts";
import { tokenInput } from "../../layout.ts";
import type { Visit } from "../../visit.ts";
import { webhookPath } from "./webhook_paths.ts";

const perPage = 20;

/** Renders a page of a webhook's deliveries, newest first. The page's parameter `before` is the last id of the previous page. */
export async function deliveryLog(visit: Visit, { id: webhookId }: ListedWebhook): Promise<Html> {
  const before = readBefore(visit.url.searchParams.get("before"));
  const { deliveries, next } = await visit.api.admin.webhooks.deliveries(
    { actor: visit.actor, webhookId },
    { limit: perPage, ...(before === undefined ? {} : { before }) },
  );
  const path = webhookPath(visit, webhookId);
  return html`<h2 id="deliveries">Deliveries</h2>
${deliveries.length === 0 ? html`<p>${before === undefined ? "No event was sent yet." : "There are no older deliveries."}</p>` : table(visit, path, deliveries)}
${
  (next !== null || before !== undefined) &&
  html`<p>${before !== undefined && html`<a class="button" href="${path}#deliveries">Newest deliveries</a> `}${next !== null && html`<a class="button" rel="next" href="${path}?before=${next}#deliveries">Older deliveries</a>`}</p>`
}`;
}

/** Returns undefined for an invalid id, so that the newest deliveries are shown. */
function readBefore(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

function table(visit: Visit, path: string, deliveries: readonly WebhookDelivery[]): Html {
  return html`<table class="cards">
<caption>Attempts of the last 30 days, at most 1,000, newest first</caption>
<thead><tr><th scope="col">Time</th><th scope="col">Event</th><th scope="col">Attempt</th><th scope="col">Result</th><th scope="col" class="number">Duration</th><th scope="col">Actions</th></tr></thead>
<tbody>
${deliveries.map((delivery) => row(visit, path, delivery))}</tbody>
</table>`;
}

function row(visit: Visit, path: string, delivery: WebhookDelivery): Html {
  const { id, eventId, eventType, at, durationMs } = delivery;
  return html`<tr>
<td data-label="Time">${timeOf(at)}</td>
<th scope="row">${eventType}<p class="hint">${eventId}</p></th>
<td data-label="Attempt">${attemptOf(delivery)}</td>
<td data-label="Result">${resultOf(delivery)}</td>
<td data-label="Duration" class="number">${numberOf(durationMs)} ms</td>
<td><form method="post" action="${path}/deliveries/${id}/redeliver">${tokenInput(visit)}<button type="submit">Redeliver<span class="hidden"> the event of delivery ${id}</span></button></form></td>
</tr>
`;
}

function attemptOf({ trigger, attempt }: WebhookDelivery): string {
  return trigger === "event" ? String(attempt) : trigger;
}

function resultOf({ id, outcome, status, error, response, nextAttemptAt }: WebhookDelivery): Html {
  const kind = outcome === "delivered" ? "good" : "bad";
  return html`<span class="tag tag-${kind}">${outcome}</span> ${status}
${error !== undefined && html`<p>${error}</p>`}
${nextAttemptAt !== undefined && html`<p class="hint">Next attempt ${timeOf(nextAttemptAt)}</p>`}
${
  response !== undefined &&
  html`<details>
<summary>Response<span class="hidden"> to delivery ${id}</span></summary>
<pre tabindex="0">\n${response}</pre>
</details>`
}`;
}
