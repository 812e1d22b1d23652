import type { ChangeEvent } from "../../events/mod.ts";
import { toJson } from "../../base/text/well_formed.ts";
import type { WebhookDelivery } from "../webhook.ts";
import type { WebhookEvent } from "../webhook_event.ts";

/** An event as it is sent. */
export interface WebhookMessage {
  /** Id of the event, the same for every attempt. */
  id: string;
  type: WebhookDelivery["eventType"];
  /** Position of a change in the log. */
  sequence?: number;
  /** JSON. */
  body: string;
}

export function messageOf({ id, type, time, organizationSlug, sequence, data }: ChangeEvent): WebhookMessage {
  const event = { type, timestamp: time, id, organization: organizationSlug, sequence, data } as WebhookEvent;
  return { id, type, sequence, body: toJson(event) };
}

export function testMessage(id: string, time: number, organization: string): WebhookMessage {
  const event: WebhookEvent = {
    type: "webhook.test",
    timestamp: new Date(time).toISOString(),
    id,
    organization,
    data: { message: "Postern can reach this URL" },
  };
  return { id, type: event.type, body: toJson(event) };
}
