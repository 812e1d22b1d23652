import type { ChangeEventType } from "../../../events/mod.ts";
import { html, type Html } from "../../../base/text/html.ts";
import {
  type AbandonedEvent,
  type AbandonedFilter,
  type ListedWebhook,
  webhookEventTypes,
} from "../../../webhooks/mod.ts";
import { seeOther } from "../../frame/answers.ts";
import { connectionWords } from "../../format/connection_words.ts";
import { badge, linkButton, submitButton, emptyState } from "../../design/components.ts";
import { selectField } from "../../design/field.ts";
import { table } from "../../design/table.ts";
import { excerptOf, secondOf } from "../../format/format.ts";
import { tokenInput, showPage } from "../../frame/layout.ts";
import { optionalTextOf } from "../../form/read_form.ts";
import type { PageHandler, Visit } from "../../visit.ts";
import { readBefore } from "./delivery_log.ts";
import { addressOf, section, webhookPath } from "./webhook_parts.ts";

const perPage = 20;

/** Shows the events of a webhook that failed for good. The page's parameter `before` is the last sequence number of the previous page. */
export const showAbandoned: PageHandler = async (visit) => {
  const { webhooks } = visit.api.admin;
  const address = addressOf(visit);
  const before = readBefore(visit.url.searchParams.get("before"));
  const query = { limit: perPage, ...(before === undefined ? {} : { before }) };
  const [webhook, { events, next }] = await Promise.all([
    webhooks.get(address),
    webhooks.abandoned(address, query),
  ]);
  const path = abandonedPath(visit);
  const body = html`${events.length === 0 ? emptyState("webhook", before === undefined ? "No event failed for good." : "There are no older events.") : html`${redeliverForm(visit, webhook)}\n${eventTable(visit, events)}`}
<p>${linkButton("Back to the webhook", webhookPath(visit, webhook.id))}${before !== undefined && html` ${linkButton("Newest events", path)}`}${next !== null && html` ${linkButton("Older events", `${path}?before=${next}`, { attributes: html` rel="next"` })}`}</p>`;
  const lead = html`<bdi>${excerptOf(webhook.url, 100)}</bdi> refused these events 12 times, or for 3 days, while other events were delivered. They are kept for 30 days, at most 1,000: a full list loses its oldest events.`;
  return showPage(visit, { title: "Events that failed for good", section, lead, body });
};

/** Sends abandoned events again: one event, those of a type, or all. */
export const redeliverAbandoned: PageHandler = async (visit) => {
  const id = optionalTextOf(visit.form, "id");
  const type = optionalTextOf(visit.form, "type");
  const filter: AbandonedFilter = {
    ...(id === undefined ? {} : { ids: [id] }),
    ...(type === undefined ? {} : { events: [type as ChangeEventType] }),
  };
  const count = await visit.api.admin.webhooks.redeliverAbandoned(addressOf(visit), filter);
  const notice = count > 0 ? "webhook-abandoned-redelivered" : "webhook-abandoned-none";
  return seeOther(`${abandonedPath(visit)}?done=${notice}`);
};

function abandonedPath(visit: Visit): string {
  return `${webhookPath(visit, addressOf(visit).webhookId)}/abandoned`;
}

function redeliverForm(visit: Visit, webhook: ListedWebhook): Html {
  const types = webhookEventTypes(webhook).map((type) => [type, type] as const);
  return html`<form method="post" action="${abandonedPath(visit)}">
${tokenInput(visit)}
${selectField({
  name: "type",
  label: "Events",
  choices: [["", "All"], ...types],
  hint: "An event that is sent again can arrive after later events of the same post, key or member.",
})}
${submitButton("Send again", { tone: "main" })}
</form>`;
}

function eventTable(visit: Visit, events: readonly AbandonedEvent[]): Html {
  return table({
    caption: "Newest change first. Times are UTC.",
    columns: [
      { label: "Change", kind: "heading", cell: ({ at }) => secondOf(at) },
      {
        label: "Event",
        cell: ({ eventType, eventId }) =>
          html`<code>${eventType}</code><p class="hint"><code>${eventId}</code></p>`,
      },
      { label: "Attempts", kind: "number", cell: ({ attempts }) => String(attempts) },
      {
        label: "Last result",
        cell: ({ status, error, abandonedAt }) =>
          html`${status !== undefined && badge("bad", String(status))}${error !== undefined && html`<p class="error">${connectionWords(error)}</p>`}<p class="hint">${secondOf(abandonedAt)}</p>`,
      },
      {
        label: "Actions",
        kind: "actions",
        cell: ({ eventId }) =>
          html`<form method="post" action="${abandonedPath(visit)}">${tokenInput(visit)}<input type="hidden" name="id" value="${eventId}">${submitButton("Send again", { about: ` the event ${eventId}` })}</form>`,
      },
    ],
    rows: events,
  });
}
