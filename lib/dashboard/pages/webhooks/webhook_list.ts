import { table } from "../../design/table.ts";
import { foldText } from "../../../fold_text.ts";
import type { ListedWebhook } from "../../../webhooks/mod.ts";
import { pageResponse } from "../../answers.ts";
import { linkButton, submitButton } from "../../design/button.ts";
import { emptyState } from "../../design/empty_state.ts";
import { inputField } from "../../design/field.ts";
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
${shown.length === 0 ? noWebhooks(webhooks.length) : html`${webhookTable(visit, shown)}\n${links}`}`;
  const action =
    !missing && linkButton("New webhook", pathTo(visit, `${section}/new`), { tone: "main", icon: "plus" });
  const lead = html`A webhook sends the changes of <bdi>${visit.organization.name}</bdi> to a URL of your site, for example to renew its pages.`;
  return pageResponse(layout(visit, { title: "Webhooks", section, lead, action, body }));
};

function searchForm(path: string, search: string): Html {
  return html`<form method="get" action="${path}" role="search" class="actions">
${inputField({ name: "search", label: "URL or description", type: "search", value: search })}
${submitButton("Show")}
</form>`;
}

function searchWebhooks(webhooks: readonly ListedWebhook[], search: string): ListedWebhook[] {
  const wanted = foldText(search);
  return webhooks
    .filter(({ url, description = "" }) => [url, description].some((text) => foldText(text).includes(wanted)))
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
}

function noWebhooks(count: number): Html {
  return count === 0
    ? emptyState("webhook", "There are no webhooks yet.")
    : emptyState("search", "No webhook matches.");
}

function webhookTable(visit: Visit, webhooks: readonly ListedWebhook[]): Html {
  const now = visit.api.options.clock.now();
  return table({
    caption: `Webhooks of ${visit.organization.name}, newest first`,
    isCaptionHidden: true,
    columns: [
      {
        label: "URL",
        kind: "heading",
        cell: ({ id, url, description }) =>
          html`<a href="${webhookPath(visit, id)}">${excerptOf(url, 100)}</a>${description !== undefined && html`<p class="hint" dir="auto">${description}</p>`}`,
      },
      { label: "Events", cell: ({ events }) => eventList(events) },
      { label: "State", cell: stateTag },
      {
        label: "Last delivery",
        cell: ({ lastAttemptAt }) =>
          lastAttemptAt === undefined ? "never" : relativeTime(lastAttemptAt, now),
      },
    ],
    rows: webhooks,
  });
}
