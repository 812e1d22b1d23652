import type { ListedWebhook } from "../../../webhooks/mod.ts";
import { pageResponse } from "../../answers.ts";
import { excerptOf, timeOf } from "../../format.ts";
import { html, type Html } from "../../../html.ts";
import { layout } from "../../layout.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { eventList } from "./event_list.ts";
import { secretNeeded } from "./secret_needed.ts";
import { section, webhookPath } from "./webhook_paths.ts";
import { stateTag } from "./webhook_state.ts";

/** Shows the webhooks of the organization. */
export const showWebhooks: PageHandler = async (visit) => {
  const webhooks = await visit.api.admin.webhooks.all(visit.actor);
  const missing = secretNeeded(visit);
  const body = html`${missing}
<p>A webhook sends the changes of <strong>${visit.organization.name}</strong> to a URL of your site, for example to renew its pages.</p>
${!missing && html`<p><a class="button main-action" href="${pathTo(visit, `${section}/new`)}">New webhook</a></p>`}
${webhooks.length === 0 ? html`<p>There are no webhooks yet.</p>` : table(visit, webhooks)}`;
  return pageResponse(layout(visit, { title: "Webhooks", section, body }));
};

function table(visit: Visit, webhooks: readonly ListedWebhook[]): Html {
  const newest = webhooks.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  return html`<table class="cards">
<caption>Webhooks of ${visit.organization.name}, newest first</caption>
<thead><tr><th scope="col">URL</th><th scope="col">Events</th><th scope="col">State</th><th scope="col">Last delivery</th></tr></thead>
<tbody>
${newest.map((webhook) => row(visit, webhook))}</tbody>
</table>`;
}

function row(visit: Visit, webhook: ListedWebhook): Html {
  const { id, url, description, events, lastAttemptAt } = webhook;
  return html`<tr>
<th scope="row"><a href="${webhookPath(visit, id)}">${excerptOf(url, 100)}</a>${description !== undefined && html`<p class="hint">${description}</p>`}</th>
<td data-label="Events">${eventList(events)}</td>
<td data-label="State">${stateTag(webhook)}</td>
<td data-label="Last delivery">${lastAttemptAt === undefined ? "never" : timeOf(lastAttemptAt)}</td>
</tr>
`;
}
