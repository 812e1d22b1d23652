import type { ListedWebhook, WebhookDisabledReason } from "../../../webhooks/mod.ts";
import { timeOf } from "../../format.ts";
import { html, type Html } from "../../../html.ts";
import { tokenInput } from "../../layout.ts";
import type { Visit } from "../../visit.ts";
import { webhookPath } from "./webhook_paths.ts";

const reasons: Readonly<Record<WebhookDisabledReason, string>> = {
  gone: "its URL responded with 410 Gone",
  failing: "no delivery succeeded for 3 days",
};

/** Renders the state of a webhook as a badge. */
export function stateTag({ status, failingSince }: ListedWebhook): Html {
  if (status === "disabled") return html`<span class="tag tag-bad">disabled</span>`;
  if (status === "paused") return html`<span class="tag">paused</span>`;
  return failingSince === undefined
    ? html`<span class="tag tag-good">enabled</span>`
    : html`<span class="tag tag-bad">failing</span>`;
}

/** Renders the reason for a state in which events wait, with the button that ends it. Nothing for a webhook that works. */
export function stateNotice(visit: Visit, webhook: ListedWebhook): Html | false {
  if (webhook.status === "disabled") {
    return html`<div class="problem">
<p><strong>This webhook was disabled${disabledAt(webhook)}.</strong> Its events wait for up to 7 days. Repair the receiver, or change the URL. Then resume the webhook.</p>
${resumeForm(visit, webhook)}
</div>`;
  }
  if (webhook.status === "paused") {
    return html`<div class="notice">
<p><strong>This webhook is paused.</strong> Its events wait for up to 7 days.</p>
${resumeForm(visit, webhook)}
</div>`;
  }
  const { failingSince } = webhook;
  return (
    failingSince !== undefined &&
    html`<p class="problem"><strong>Deliveries have failed since ${timeOf(failingSince)}.</strong> Each event is retried for 3 days. A webhook without a successful delivery for 3 days is disabled.</p>`
  );
}

/** Renders the time and the reason of the end of a webhook, as far as they are known. */
export function disabledAt({ disabledAt: at, disabledReason }: ListedWebhook): Html {
  return html`${at !== undefined && html` on ${timeOf(at)}`}${disabledReason !== undefined && `, because ${reasons[disabledReason]}`}`;
}

function resumeForm(visit: Visit, { id }: ListedWebhook): Html {
  return html`<form method="post" action="${webhookPath(visit, id)}/resume">${tokenInput(visit)}<button type="submit" class="main-action">Resume</button></form>`;
}
