/** A request was sent to a webhook's URL. */
export interface WebhookAttemptedEvent {
  webhookId: string;
  organizationSlug: string;
  eventId: string;
  eventType: string;
  /** Number of the attempt to deliver this event, from 1. */
  attempt: number;
  /** `failed` is retried, `abandoned` is not. */
  outcome: "delivered" | "failed" | "abandoned";
  /** HTTP status. Left out if there was no response. */
  status?: number;
  durationMs: number;
}

/** Callbacks for what happens to webhooks. */
export interface WebhookHooks {
  "webhook.attempted"?: (event: WebhookAttemptedEvent) => void | Promise<void>;
}
