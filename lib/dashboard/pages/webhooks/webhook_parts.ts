import { message, badge, submitButton } from "../../design/components.ts";
import type { CheckedWebhook, ListedWebhook, WebhookDisabledReason } from "../../../webhooks/mod.ts";
import { timeOf } from "../../format/format.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { tokenInput } from "../../frame/layout.ts";
import { type Visit, pathTo } from "../../visit.ts";

const reasons: Readonly<Record<WebhookDisabledReason, string>> = {
  gone: "its URL responded with 410 Gone",
  failing: "no delivery succeeded for 3 days",
};

/** Path of the section in the navigation. */
export const section = "settings/webhooks";

/** Renders the state of a webhook as a badge. */
export function stateTag({ status, failingSince }: CheckedWebhook): Html {
  if (status === "disabled") return badge("bad", "disabled");
  if (status === "paused") return badge("quiet", "paused");
  return failingSince === undefined ? badge("good", "enabled") : badge("bad", "failing");
}

/** Renders the reason for a state in which events wait, with the button that ends it. Nothing for a webhook that works. */
export function stateNotice(visit: Visit, webhook: ListedWebhook): Html | false {
  if (webhook.status === "disabled") {
    return message(
      "problem",
      html`<p><strong>This webhook was disabled${disabledAt(webhook)}.</strong> Its events wait for up to 7 days. Repair the receiver, or change the URL. Then resume the webhook.</p>
${resumeForm(visit, webhook)}`,
    );
  }
  if (webhook.status === "paused") {
    return message(
      "note",
      html`<p><strong>This webhook is paused.</strong> Its events wait for up to 7 days.</p>
${resumeForm(visit, webhook)}`,
    );
  }
  const { failingSince } = webhook;
  return (
    failingSince !== undefined &&
    message(
      "problem",
      html`<strong>Deliveries have failed since ${timeOf(failingSince)}.</strong> Its events wait, and no event is given up. A webhook without a successful delivery for 3 days is disabled.`,
    )
  );
}

/** Renders the time and the reason of the end of a webhook, as far as they are known. */
export function disabledAt({ disabledAt: at, disabledReason }: CheckedWebhook): Html {
  return html`${at !== undefined && html` on ${timeOf(at)}`}${disabledReason !== undefined && `, because ${reasons[disabledReason]}`}`;
}

function resumeForm(visit: Visit, { id }: ListedWebhook): Html {
  return html`<form method="post" action="${webhookPath(visit, id)}/resume">${tokenInput(visit)}${submitButton("Resume", { tone: "main" })}</form>`;
}

/** Returns the path of a webhook's page. */
export function webhookPath(visit: Pick<Visit, "options" | "organization">, webhookId: string): string {
  return pathTo(visit, `${section}/${encodeURIComponent(webhookId)}`);
}

/** Returns the webhook that a path names. */
export function addressOf({ actor, params }: Visit): { actor: Visit["actor"]; webhookId: string } {
  return { actor, webhookId: params["id"] ?? "" };
}

/** Renders the types of events that a webhook receives. They do not break at their dots. */
export function eventList(events: readonly string[] | undefined): Html | string {
  if (events === undefined) return "all of posts, redirects and the organization";
  return html`${events.map((type, index) => html`${index > 0 && ", "}<code>${type}</code>`)}`;
}

/** Asks for the help of the operator if the server cannot store the secrets of webhooks. */
export function secretNeeded({ api, actor }: Visit): Html | false {
  if (api.admin.webhooks.areAvailable(actor)) return false;
  return message(
    "problem",
    html`<p><strong>This server cannot send webhooks yet.</strong> It needs a random text that encrypts the secrets of webhooks. Ask the operator of the server to set the environment variable <code>POSTERN_SECRET</code>, or the option <code>secret</code> of <code>createPublicApi</code>, to a text of at least 32 characters.</p>`,
  );
}
