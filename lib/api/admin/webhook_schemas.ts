import * as v from "valibot";
import { textSchema } from "../../base/fields/text_schema.ts";
import { schemaOf } from "../../http/mod.ts";
import { changeEventTypes } from "../../events/mod.ts";
import { instantSchema } from "../../base/fields/instant_schema.ts";
import { nextCursorSchema } from "../representations/post_schema.ts";
import {
  type AbandonedEvent,
  type ListedWebhook,
  mostCounted,
  type Webhook,
  type WebhookChanges,
  webhookChanges,
  type WebhookDelivery,
  type WebhookInput,
  webhookInput,
  type WebhookWithSecret,
} from "../../webhooks/mod.ts";
import { listOf } from "../representations/list_of.ts";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The document describes every URL that some host allows. */
const widestRules = { allowHttp: true, allowPrivateNetworks: true };

export const newWebhookSchema: v.GenericSchema<unknown, WebhookInput> = webhookInput(widestRules);

export const webhookChangesSchema: v.GenericSchema<unknown, WebhookChanges> = webhookChanges(widestRules);

const filter = (description: string): v.ExactOptionalSchema<v.GenericSchema<readonly string[]>, undefined> =>
  v.exactOptional(v.pipe(listOf(v.string()), v.description(description)));

const entries = {
  id: v.string(),
  organizationSlug: v.string(),
  url: v.string(),
  description: v.exactOptional(v.string()),
  events: v.exactOptional(
    v.pipe(
      listOf(v.picklist(changeEventTypes)),
      v.description(
        "Types of events that it receives. Absent if it receives the events of posts, redirects and the organization.",
      ),
    ),
  ),
  sections: filter("Sections whose posts it receives. Absent if it receives all."),
  tags: filter("Tags of which a post needs one. Absent if it receives all."),
  languages: filter("Languages whose posts it receives. Absent if it receives all."),
  status: v.pipe(
    v.picklist(["enabled", "paused", "disabled"]),
    v.description("`disabled` after failures, `paused` by a user."),
  ),
  disabledReason: v.exactOptional(
    v.pipe(
      v.picklist(["gone", "failing"]),
      v.description("`gone`: the URL responded with 410. `failing`: no delivery succeeded for 3 days."),
    ),
  ),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  disabledAt: v.exactOptional(instantSchema),
  previousSecretUntil: v.exactOptional(
    v.pipe(instantSchema, v.description("Time until which the previous secret also signs.")),
  ),
};

/** A webhook, without its secret. */
export const webhookSchema: v.GenericSchema<Webhook> = schemaOf<Webhook>()(v.strictObject(entries));

/** A webhook with the state of its deliveries. */
export const listedWebhookSchema: v.GenericSchema<ListedWebhook> = schemaOf<ListedWebhook>()(
  v.strictObject({
    ...entries,
    waiting: v.pipe(
      count,
      v.maxValue(mostCounted),
      v.description(
        `Events that wait for an attempt. At most ${mostCounted}, because it is not counted further.`,
      ),
    ),
    abandoned: v.pipe(
      count,
      v.maxValue(mostCounted),
      v.description(
        `Events that failed for good. At most ${mostCounted}, because it is not counted further.`,
      ),
    ),
    oldestWaitingAt: v.exactOptional(
      v.pipe(
        instantSchema,
        v.description("Time of the oldest event that waits. Left out if no event waits."),
      ),
    ),
    failingSince: v.exactOptional(
      v.pipe(instantSchema, v.description("Time of the first failure after the last success.")),
    ),
    lastAttemptAt: v.exactOptional(instantSchema),
  }),
);

/** A page of the webhooks of an organization. */
export const webhookListSchema: v.GenericSchema<{
  webhooks: ListedWebhook[];
  nextCursor: string | null;
}> = v.strictObject({ webhooks: v.array(listedWebhookSchema), nextCursor: nextCursorSchema });

export const webhookWithSecretSchema: v.GenericSchema<WebhookWithSecret> = schemaOf<WebhookWithSecret>()(
  v.strictObject({
    ...entries,
    secret: textSchema("The secret. Only this response contains it."),
  }),
);

/** An attempt to deliver an event. */
export const deliverySchema: v.GenericSchema<WebhookDelivery> = schemaOf<WebhookDelivery>()(
  v.strictObject({
    id: v.pipe(count, v.description("Number of the attempt in the webhook's log.")),
    eventId: v.string(),
    eventType: v.picklist([...changeEventTypes, "webhook.test"]),
    at: instantSchema,
    trigger: v.picklist(["event", "test", "redelivery"]),
    attempt: v.pipe(count, v.description("Number of the attempt to deliver this event.")),
    outcome: v.pipe(
      v.picklist(["delivered", "failed", "abandoned"]),
      v.description("`failed` is retried at `nextAttemptAt`. `abandoned` is not retried."),
    ),
    durationMs: v.pipe(v.number(), v.description("Duration in milliseconds.")),
    status: v.exactOptional(v.pipe(v.number(), v.integer(), v.description("HTTP status of the response."))),
    error: v.exactOptional(textSchema("Reason for the lack of a response.")),
    response: v.exactOptional(textSchema("First 1,024 bytes of the response.")),
    nextAttemptAt: v.exactOptional(instantSchema),
  }),
);

/** A page of the deliveries of a webhook. */
export const deliveryPageSchema: v.GenericSchema<{
  deliveries: WebhookDelivery[];
  nextCursor: string | null;
}> = v.strictObject({
  deliveries: v.array(deliverySchema),
  nextCursor: nextCursorSchema,
});

/** An event that failed for good. */
export const abandonedEventSchema: v.GenericSchema<AbandonedEvent> = schemaOf<AbandonedEvent>()(
  v.strictObject({
    sequence: v.pipe(count, v.description("Position of the event in the organization's log.")),
    eventId: v.string(),
    eventType: v.picklist(changeEventTypes),
    at: v.pipe(instantSchema, v.description("Time of the change.")),
    abandonedAt: instantSchema,
    attempts: v.pipe(count, v.description("Number of attempts.")),
    status: v.exactOptional(
      v.pipe(v.number(), v.integer(), v.description("HTTP status of the last response.")),
    ),
    error: v.exactOptional(textSchema("Reason for the lack of a response.")),
  }),
);

/** A page of the abandoned events of a webhook. */
export const abandonedPageSchema: v.GenericSchema<{
  events: AbandonedEvent[];
  nextCursor: string | null;
}> = v.strictObject({ events: v.array(abandonedEventSchema), nextCursor: nextCursorSchema });

/** Number of events that are sent again. */
export const redeliveredSchema: v.GenericSchema<{ redelivered: number }> = v.strictObject({
  redelivered: count,
});
