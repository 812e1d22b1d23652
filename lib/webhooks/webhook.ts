import type { ChangeEventType } from "../events/mod.ts";
import type { WebhookInput } from "./webhook_input.ts";

/** State of a webhook. A webhook is `disabled` by failures, and `paused` by a user. Both stop its deliveries until it is resumed. */
export type WebhookStatus = "enabled" | "paused" | "disabled";

/** Reason of a disabled webhook: its URL responded with 410, or no delivery succeeded for 3 days. */
export type WebhookDisabledReason = "gone" | "failing";

/** A URL that receives an organization's events. Its secret is not part of it. */
export interface Webhook extends WebhookInput {
  id: string;
  organizationSlug: string;
  status: WebhookStatus;
  disabledReason?: WebhookDisabledReason;
  /** RFC 3339, like `updatedAt` and `disabledAt`. */
  createdAt: string;
  updatedAt: string;
  disabledAt?: string;
  /** Time until which the previous secret also signs, RFC 3339. Left out if no roll is in progress. */
  previousSecretUntil?: string;
}

/** Events that wait for an attempt. */
export interface WaitingEvents {
  /** Number of events. At most 100 of a listed webhook, because it is not counted further. */
  waiting: number;
  /** Time of the oldest of them, RFC 3339. Left out if no event waits. */
  oldestWaitingAt?: string;
}

/** A webhook with the state of its deliveries. */
export interface ListedWebhook extends Webhook, WaitingEvents {
  /** Number of abandoned events. At most 100, because it is not counted further. */
  abandoned: number;
  /** Time of the first failure after the last success, RFC 3339. Left out if the last delivery succeeded. */
  failingSince?: string;
  /** Time of the last attempt, RFC 3339. Left out if there was none. */
  lastAttemptAt?: string;
}

/** A page of the webhooks of an organization. */
export interface WebhookPage {
  webhooks: ListedWebhook[];
  /** Pass it as `after` to get the next page. Null on the last page. */
  next: string | null;
}

/** A webhook that can have failed. */
export type CheckedWebhook = Webhook & Pick<ListedWebhook, "failingSince">;

/** Webhooks that do not deliver. */
export interface WebhookHealth {
  /** Number of webhooks that were checked. */
  checked: number;
  /** True if the organization has further webhooks, which were not checked. */
  hasMore: boolean;
  /** Webhooks that are paused, disabled or failing. */
  troubled: CheckedWebhook[];
}

/** A webhook with its secret, which is never shown again. */
export interface WebhookWithSecret extends Webhook {
  /** Secret of Standard Webhooks: `whsec_` and base64. */
  secret: string;
}

/** A webhook of an organization. */
export interface WebhookAddress {
  organizationSlug: string;
  webhookId: string;
}

/** An attempt to deliver an event. */
export interface WebhookDelivery {
  /** Number of the attempt in the webhook's log, from 1. */
  id: number;
  eventId: string;
  eventType: ChangeEventType | "webhook.test";
  /** Time of the attempt, RFC 3339. */
  at: string;
  /** Reason of the attempt: a change, a test, or a redelivery by a user. */
  trigger: "event" | "test" | "redelivery";
  /** Number of the attempt to deliver this event, from 1. Tests and redeliveries count as 1. */
  attempt: number;
  /** `failed` is retried at `nextAttemptAt`. `abandoned` is not retried. */
  outcome: "delivered" | "failed" | "abandoned";
  durationMs: number;
  /** HTTP status. Left out if there was no response. */
  status?: number;
  /** Reason for the lack of a response. */
  error?: string;
  /** First 1,024 bytes of the response's body. */
  response?: string;
  /** RFC 3339. */
  nextAttemptAt?: string;
}

/** An event that was abandoned: it failed for good, and is not sent again by itself. */
export interface AbandonedEvent {
  /** Position of the event in the organization's log. */
  sequence: number;
  eventId: string;
  eventType: ChangeEventType;
  /** Time of the change, RFC 3339. */
  at: string;
  /** RFC 3339. */
  abandonedAt: string;
  /** Number of attempts. */
  attempts: number;
  /** HTTP status of the last response. Left out if there was no response. */
  status?: number;
  /** Reason for the lack of a response. */
  error?: string;
}

/** A page of a webhook's abandoned events, newest change first. The list holds 30 days, and at most 1,000 events. */
export interface AbandonedEventPage {
  events: AbandonedEvent[];
  /** Sequence number for `before` of the next page. Null on the last page. */
  next: number | null;
}

/** A page of a webhook's deliveries, newest first. The log holds 30 days, and at most 1,000 attempts. */
export interface WebhookDeliveryPage {
  deliveries: WebhookDelivery[];
  /** Id for `before` of the next page. Null on the last page. */
  next: number | null;
}

/** A request was sent to a webhook's URL. */
export interface WebhookAttemptedEvent
  extends WebhookAddress, Pick<WebhookDelivery, "eventId" | "attempt" | "outcome" | "status" | "durationMs"> {
  eventType: string;
}

/** Callbacks for what happens to webhooks. */
export interface WebhookHooks {
  "webhook.attempted"?: (event: WebhookAttemptedEvent) => void | Promise<void>;
}
