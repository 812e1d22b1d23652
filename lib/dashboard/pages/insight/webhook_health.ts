import { card } from "../../design/card.ts";
import { html, type Html } from "../../../html.ts";
import { excerptOf, numberOf } from "../../format.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { stateTag } from "../webhooks/webhook_state.ts";
import { webhookPath } from "../webhooks/webhook_paths.ts";

/** Renders the webhooks that do not work, or says that all work. */
export async function webhookHealth(visit: Visit): Promise<Html> {
  const webhooks = await visit.api.admin.webhooks.all(visit.actor);
  const troubled = webhooks.filter(
    ({ status, failingSince }) => status !== "enabled" || failingSince !== undefined,
  );
  return card({
    title: "Webhooks",
    body: html`${
      troubled.length > 0
        ? html`<ul class="recent">
${troubled.map((webhook) => html`<li><a href="${webhookPath(visit, webhook.id)}">${excerptOf(webhook.url, 80)}</a> ${stateTag(webhook)}</li>\n`)}</ul>`
        : html`<p class="hint">${webhooks.length === 0 ? "There are no webhooks." : allWork(webhooks.length)} <a href="${pathTo(visit, "settings/webhooks")}">Webhooks</a></p>`
    }`,
  });
}

function allWork(count: number): string {
  return count === 1 ? "The webhook delivers." : `All ${numberOf(count)} webhooks deliver.`;
}
