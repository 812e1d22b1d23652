import type { ChangeEvents, ChangeEventType } from "../events/mod.ts";

/** Fields of every event that a webhook receives. */
interface WebhookEventFields {
  /** Unique id, the same for every attempt to deliver the event. The header `webhook-id` has it, too. */
  id: string;
  /** Time of the change, RFC 3339. */
  timestamp: string;
  /** Slug of the organization. */
  organization: string;
}

/** An event that was sent to test a webhook. It belongs to no change. */
export interface WebhookTestEvent extends WebhookEventFields {
  type: "webhook.test";
  data: { message: string };
}

/** A change that a webhook receives. */
export type WebhookChangeEvent = {
  [Type in ChangeEventType]: WebhookEventFields & {
    type: Type;
    /** Position in the organization's log of events. Later events have greater numbers, but those of other subjects may arrive earlier. */
    sequence: number;
    data: ChangeEvents[Type];
  };
}[ChangeEventType];

/** The body of a webhook request. */
export type WebhookEvent = WebhookChangeEvent | WebhookTestEvent;
