import { pageQuery } from "../page_query.ts";
import { jsonContent, pathPart } from "../../description/openapi_content.ts";
import type { Content } from "../../../http/openapi/mod.ts";
import {
  type AbandonedEvent,
  abandonedFilter,
  type ListedWebhook,
  rollWebhookInput,
  type WebhookDelivery,
} from "../../../webhooks/mod.ts";
import * as schemas from "../webhook_schemas.ts";
import {
  lastPage,
  type AdminResponse,
  operationsOf,
  shown,
  type DescribeAdminOperation,
  idParameter,
} from "./admin_operation.ts";

const exampleId = "w5hkq2z7tm4ybnc3";
const id = idParameter("The id of the webhook.", exampleId);
const operation = operationsOf({ tag: "Webhooks", needs: "webhooks:manage", id });
const changed = ["changed-meanwhile"] as const;
const readsEvents = "Needs the permissions that read its events, too.";

const exampleWebhook = {
  id: exampleId,
  organizationSlug: "acme",
  url: "https://acme.example/api/postern",
  events: ["post.published", "post.updated", "post.unpublished", "post.deleted"],
  status: "enabled",
  createdAt: "2026-06-01T09:00:00.000Z",
  updatedAt: "2026-06-01T09:00:00.000Z",
} as const;
const exampleListed: ListedWebhook = {
  ...exampleWebhook,
  waiting: 0,
  abandoned: 0,
  lastAttemptAt: "2026-06-15T12:00:00.180Z",
};
// Shortened, because scanners for leaked secrets would report a complete value.
const exampleWithSecret = { ...exampleWebhook, secret: "whsec_…" };

const exampleDelivery: WebhookDelivery = {
  id: 41,
  eventId: "evt_7rvw3k5mzqp2ctah0",
  eventType: "post.updated",
  at: "2026-06-15T12:00:00.180Z",
  trigger: "event",
  attempt: 1,
  outcome: "delivered",
  durationMs: 84,
  status: 200,
  response: "revalidated",
};

const exampleAbandoned: AbandonedEvent = {
  sequence: 1_781_524_800_000,
  eventId: exampleDelivery.eventId,
  eventType: "post.updated",
  at: "2026-06-15T12:00:00.000Z",
  abandonedAt: "2026-06-16T03:43:00.000Z",
  attempts: 12,
  status: 422,
};

const webhook: Content = jsonContent(schemas.webhookSchema, {
  webhook: { summary: "A webhook", value: exampleWebhook },
});
const withSecret: Content = jsonContent(schemas.webhookWithSecretSchema, {
  webhook: { summary: "A webhook", value: exampleWithSecret },
});
const delivery: AdminResponse = shown("The attempt, with the response of the URL.", schemas.deliverySchema, {
  delivery: { summary: "A delivered event", value: exampleDelivery },
});

/** The operations on webhooks. */
export const webhookOperations: readonly DescribeAdminOperation[] = [
  operation({
    operationId: "listWebhooks",
    method: "get",
    path: "/webhooks",
    summary: "List webhooks",
    description:
      "Returns pages of webhooks, sorted by id, with the state of their deliveries and without their secrets.",
    query: pageQuery,
    responses: [
      lastPage("A page of webhooks.", schemas.webhookListSchema, {
        webhooks: [exampleListed],
        nextCursor: null,
      }),
    ],
  }),
  operation({
    operationId: "createWebhook",
    method: "post",
    path: "/webhooks",
    summary: "Create a webhook",
    description:
      "It receives the events after this request. The server refuses URLs in private networks, and `http:`, unless it is set up to allow them.",
    body: {
      description:
        "The URL, and filters of the events. Without `events`, it receives the events of posts, redirects and the organization. " +
        readsEvents,
      schema: schemas.newWebhookSchema,
      examples: {
        posts: {
          summary: "Posts of a section",
          value: { url: exampleWebhook.url, events: exampleWebhook.events, sections: ["News"] },
        },
      },
    },
    responses: [
      {
        status: 201,
        description: "The webhook with its secret, which is not shown again.",
        content: withSecret,
      },
    ],
    problems: ["webhooks-unavailable", "too-many-webhooks", "not-found"],
  }),
  operation({
    operationId: "getWebhook",
    method: "get",
    path: "/webhooks/{id}",
    summary: "Get a webhook",
    description: "With the state of its deliveries and without its secret.",
    responses: [
      shown("The webhook.", schemas.listedWebhookSchema, {
        webhook: { summary: "A webhook", value: exampleListed },
      }),
    ],
  }),
  operation({
    operationId: "updateWebhook",
    method: "patch",
    path: "/webhooks/{id}",
    summary: "Change a webhook",
    description:
      "Fields that are left out stay unchanged. Another URL or more events need the permissions that read its events, too.",
    body: {
      description: "The changes.",
      schema: schemas.webhookChangesSchema,
      examples: { tags: { summary: "Only some tags", value: { tags: ["release"], sections: null } } },
    },
    responses: [{ status: 200, description: "The changed webhook.", content: webhook }],
    problems: changed,
  }),
  operation({
    operationId: "deleteWebhook",
    method: "delete",
    path: "/webhooks/{id}",
    summary: "Delete a webhook",
    description: "Deletes its log, too. Events that wait are not delivered.",
    responses: [{ status: 204, description: "The webhook was deleted." }],
  }),
  operation({
    operationId: "rollWebhook",
    method: "post",
    path: "/webhooks/{id}/roll",
    summary: "Roll the secret of a webhook",
    description: `Until the overlap ends, requests have a signature of each secret. ${readsEvents}`,
    body: {
      description: "Time for which the previous secret also signs.",
      isOptional: true,
      schema: rollWebhookInput,
      examples: { overlap: { summary: "The previous secret ends in an hour", value: { overlap: "1h" } } },
    },
    responses: [
      {
        status: 200,
        description: "The webhook with its new secret, which is not shown again.",
        content: withSecret,
      },
    ],
    problems: ["webhooks-unavailable", "changed-meanwhile"],
  }),
  operation({
    operationId: "pauseWebhook",
    method: "post",
    path: "/webhooks/{id}/pause",
    summary: "Pause a webhook",
    description: "Events of the last 7 days wait until it is resumed.",
    responses: [{ status: 200, description: "The webhook.", content: webhook }],
    problems: changed,
  }),
  operation({
    operationId: "resumeWebhook",
    method: "post",
    path: "/webhooks/{id}/resume",
    summary: "Resume a webhook",
    description: `Continues a paused or disabled webhook with the events that waited. ${readsEvents}`,
    responses: [{ status: 200, description: "The webhook.", content: webhook }],
    problems: changed,
  }),
  operation({
    operationId: "testWebhook",
    method: "post",
    path: "/webhooks/{id}/test",
    summary: "Send a test event",
    description: "Sends `webhook.test` once, also to a paused webhook, and waits up to 10 seconds.",
    responses: [delivery],
    problems: changed,
  }),
  operation({
    operationId: "listDeliveries",
    method: "get",
    path: "/webhooks/{id}/deliveries",
    summary: "List the deliveries of a webhook",
    description: "Attempts of the last 30 days, at most 1,000, newest first.",
    query: pageQuery,
    responses: [
      lastPage("A page of attempts.", schemas.deliveryPageSchema, {
        deliveries: [exampleDelivery],
        nextCursor: null,
      }),
    ],
  }),
  operation({
    operationId: "redeliver",
    method: "post",
    path: "/webhooks/{id}/deliveries/{number}/redeliver",
    summary: "Deliver an event again",
    description:
      "Sends the event of a delivery once, also to a paused webhook, and waits up to 10 seconds. Needs the permission that reads the event, too.",
    parameters: [
      {
        name: "number",
        in: "path",
        description: "The id of the delivery.",
        schema: pathPart,
        example: "41",
      },
    ],
    responses: [delivery],
    problems: changed,
  }),
  operation({
    operationId: "listAbandonedEvents",
    method: "get",
    path: "/webhooks/{id}/abandoned",
    summary: "List the events that failed for good",
    description:
      "Events that are not sent again by themselves, newest change first: those of 30 days, at most 1,000. A full list loses its oldest events.",
    query: pageQuery,
    responses: [
      lastPage("A page of events.", schemas.abandonedPageSchema, {
        events: [exampleAbandoned],
        nextCursor: null,
      }),
    ],
  }),
  operation({
    operationId: "redeliverAbandonedEvents",
    method: "post",
    path: "/webhooks/{id}/abandoned/redeliver",
    summary: "Deliver events again that failed for good",
    description:
      "Sends the events once each, oldest first, after the response. They may arrive after later events of the same post, key or member. An event that fails again returns to the list. Events that the webhook's filter leaves out stay in the list. Needs the permissions that read the events, too.",
    body: {
      description: "A filter of the events. Without fields, it selects all.",
      isOptional: true,
      schema: abandonedFilter,
      examples: {
        updates: {
          summary: "Updated posts since a time",
          value: { events: ["post.updated"], since: "2026-06-15T00:00:00.000Z" },
        },
      },
    },
    responses: [
      shown("The number of events that are sent.", schemas.redeliveredSchema, {
        redelivered: { summary: "12 events", value: { redelivered: 12 } },
      }),
    ],
    problems: changed,
  }),
];
