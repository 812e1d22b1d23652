import { card } from "../../design/card.ts";
import { html, type Html } from "../../../base/text/html.ts";
import type { WebhookHealth } from "../../../webhooks/mod.ts";
import { excerptOf, numberOf } from "../../format/format.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { stateTag } from "../webhooks/webhook_state.ts";
import { webhookPath } from "../webhooks/webhook_paths.ts";

/** Renders the webhooks that do not work, or says that all work. */
export async function webhookHealth(visit: Visit): Promise<Html> {
  const health = await visit.api.admin.webhooks.check(visit.actor);
  const { troubled } = health;
  return card({
    title: "Webhooks",
    body: html`${
      troubled.length > 0
        ? html`<ul class="recent">
${troubled.map((webhook) => html`<li><a href="${webhookPath(visit, webhook.id)}">${excerptOf(webhook.url, 80)}</a> ${stateTag(webhook)}</li>\n`)}</ul>`
        : html`<p class="hint">${summaryOf(health)} <a href="${pathTo(visit, "settings/webhooks")}">Webhooks</a></p>`
    }`,
  });
}

function summaryOf({ checked, hasMore }: WebhookHealth): string {
  if (checked === 0) return "There are no webhooks.";
  if (checked === 1) return "The webhook delivers.";
  return `${hasMore ? "The first" : "All"} ${numberOf(checked)} webhooks deliver.`;
}
