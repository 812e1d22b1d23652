import type { ListedWebhook } from "../../../webhooks/mod.ts";
import { pageResponse } from "../../answers.ts";
import { emptyState } from "../../design/empty_state.ts";
import { icon } from "../../design/icon.ts";
import { inputField } from "../../fields.ts";
import { excerptOf } from "../../format.ts";
import { html, type Html } from "../../../html.ts";
import { layout } from "../../layout.ts";
import { pageOfItems } from "../../page_of_items.ts";
import { relativeTime } from "../../relative_time.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { eventList } from "./event_list.ts";
import { secretNeeded } from "./secret_needed.ts";
import { section, webhookPath } from "./webhook_paths.ts";
import { stateTag } from "./webhook_state.ts";

/** Shows the webhooks of the organization, newest first, with search and pages. */
export const showWebhooks: PageHandler = async (visit) => {
  const webhooks = await visit.api.admin.webhooks.all(visit.actor);
  const missing = secretNeeded(visit);
  const path = pathTo(visit, section);
  const search = visit.url.searchParams.get("search")?.trim() ?? "";
  const found = searchWebhooks(webhooks, search);
  const { shown, links } = pageOfItems(found, {
    path,
    filters: { search },
    parameters: visit.url.searchParams,
  });
  const body = html`${missing}
${webhooks.length > 0 && searchForm(path, search)}
${shown.length === 0 ? noWebhooks(webhooks.length) : html`${table(visit, shown)}\n${links}`}`;
  const action =
    !missing &&
    html`<a class="button main-action" href="${pathTo(visit, `${section}/new`)}">${icon("plus")}New webhook</a>`;
  const lead = html`A webhook sends the changes of <bdi>${visit.organization.name}</bdi> to a URL of your site, for example to renew its pages.`;
  return pageResponse(layout(visit, { title: "Webhooks", section, lead, action, body }));
};

function searchForm(path: string, search: string): Html {
  return html`<form method="get" action="${path}" role="search" class="actions">
${inputField({ name: "search", label: "URL or description", type: "search", value: search })}
<button type="submit">Show</button>
</form>`;
}

function searchWebhooks(webhooks: readonly ListedWebhook[], search: string): ListedWebhook[] {
  const wanted = search.toLowerCase();
  return webhooks
    .filter(({ url, description = "" }) =>
      [url, description].some((text) => text.toLowerCase().includes(wanted)),
    )
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
}

function noWebhooks(count: number): Html {
  return count === 0
    ? emptyState("webhook", "There are no webhooks yet.")
    : emptyState("search", "No webhook matches.");
}

function table(visit: Visit, webhooks: readonly ListedWebhook[]): Html {
  return html`<table class="cards">
<caption class="hidden">Webhooks of ${visit.organization.name}, newest first</caption>
<thead><tr><th scope="col">URL</th><th scope="col">Events</th><th scope="col">State</th><th scope="col">Last delivery</th></tr></thead>
<tbody>
${webhooks.map((webhook) => row(visit, webhook))}</tbody>
</table>`;
}

function row(visit: Visit, webhook: ListedWebhook): Html {
  const { id, url, description, events, lastAttemptAt } = webhook;
  const now = visit.api.options.clock.now();
  return html`<tr>
<th scope="row"><a href="${webhookPath(visit, id)}">${excerptOf(url, 100)}</a>${description !== undefined && html`<p class="hint" dir="auto">${description}</p>`}</th>
<td data-label="Events">${eventList(events)}</td>
<td data-label="State">${stateTag(webhook)}</td>
<td data-label="Last delivery">${lastAttemptAt === undefined ? "never" : relativeTime(lastAttemptAt, now)}</td>
</tr>
`;
}
