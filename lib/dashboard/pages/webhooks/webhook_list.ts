import { table } from "../../design/table.ts";
import type { ListedWebhook } from "../../../webhooks/mod.ts";
import { cursorPaging, readPlace, searchForm, cursorOf } from "../../frame/paging.ts";
import { linkButton, emptyState } from "../../design/components.ts";
import { excerptOf, relativeTime } from "../../format/format.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { showPage } from "../../frame/layout.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { eventList, section, webhookPath, secretNeeded, stateTag } from "./webhook_parts.ts";

/** Number of webhooks on a page: all that an organization can create. */
const perPage = 50;

/** Shows the webhooks of the organization, newest first on each page, with search. */
export const showWebhooks: PageHandler = async (visit) => {
  const { searchParams } = visit.url;
  const search = searchParams.get("search")?.trim() ?? "";
  const place = readPlace(searchParams);
  const query = { limit: perPage, search, ...cursorOf(place) };
  const { webhooks, next } = await visit.api.admin.webhooks.list(visit.actor, query);
  const missing = secretNeeded(visit);
  const path = pathTo(visit, section);
  const isEmpty = webhooks.length === 0 && search === "" && place.after === undefined && next === null;
  const newest = webhooks.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  const shown = webhooks.length;
  const body = html`${missing}
${!isEmpty && searchForm({ path, search, label: "URL or description" })}
${shown === 0 ? noWebhooks(isEmpty) : webhookTable(visit, newest)}
${!isEmpty && cursorPaging({ path, filters: { search }, place, next, shown, perPage })}`;
  const action =
    !missing && linkButton("New webhook", pathTo(visit, `${section}/new`), { tone: "main", icon: "plus" });
  const lead = html`A webhook sends the changes of <bdi>${visit.organization.name}</bdi> to a URL of your site, for example to renew its pages.`;
  return showPage(visit, { title: "Webhooks", section, lead, action, body });
};

function noWebhooks(isEmpty: boolean): Html {
  return isEmpty
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
