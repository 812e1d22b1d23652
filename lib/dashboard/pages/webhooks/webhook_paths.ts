import { pathTo, type Visit } from "../../visit.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { message } from "../../design/components.ts";

/** Path of the section in the navigation. */
export const section = "settings/webhooks";

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
