import { pathTo, type Visit } from "../../visit.ts";

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
