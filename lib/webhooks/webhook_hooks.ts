import type { WebhookAddress, WebhookDelivery } from "./webhook.ts";

/** A request was sent to a webhook's URL. */
export interface WebhookAttemptedEvent
  extends WebhookAddress, Pick<WebhookDelivery, "eventId" | "attempt" | "outcome" | "status" | "durationMs"> {
  eventType: string;
}

/** Callbacks for what happens to webhooks. */
export interface WebhookHooks {
  "webhook.attempted"?: (event: WebhookAttemptedEvent) => void | Promise<void>;
}
