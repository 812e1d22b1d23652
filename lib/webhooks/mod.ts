/**
 * Signed requests to other systems. Webhooks are URLs that receive the events of an organization.
 *
 * @module
 */
export { createWebhooks } from "./create_webhooks.ts";

export { deliveryRecords, slugsWithWebhooks } from "./delivery/delivery_records.ts";
export type { WebhookDeliveryQuery } from "./delivery/read_page.ts";
export { sendsMore, webhookEventTypes } from "./filter/matches_filter.ts";
export { readWebhooks } from "./registry/create_webhook.ts";
export type { WebhookQuery } from "./registry/list_webhooks.ts";
export { recountWebhooks, restoreWebhook } from "./registry/transfer_webhooks.ts";
export { findUnsignedWebhooks, mostUnsigned } from "./secrets/find_unsigned_webhooks.ts";
export { SecretUnreadableError } from "./secrets/secret_box.ts";
export {
  type GetPage,
  type PageResponse,
  redirectOf,
  responseBytes,
  type SendWebhook,
  type WebhookRequest,
  type WebhookResponse,
  WebhookSendError,
} from "./transport/send_webhook.ts";
export { brokenUrlRule } from "./transport/webhook_url.ts";
export type {
  AbandonedEvent,
  AbandonedEventPage,
  CheckedWebhook,
  ListedWebhook,
  WaitingEvents,
  Webhook,
  WebhookAddress,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookDisabledReason,
  WebhookHealth,
  WebhookPage,
  WebhookStatus,
  WebhookWithSecret,
} from "./webhook.ts";
export { TooManyWebhooksError, WebhooksUnavailableError } from "./webhook_errors.ts";
export type { WebhookAttemptedEvent, WebhookHooks } from "./webhook.ts";
export {
  type AbandonedFilter,
  abandonedFilter,
  type RollWebhookInput,
  rollWebhookInput,
  type WebhookChanges,
  webhookChanges,
  type WebhookInput,
  webhookInput,
} from "./webhook_input.ts";
export {
  type ResolvedWebhookOptions,
  resolveWebhookOptions,
  type WebhookOptions,
  webhookOptionsCheck,
} from "./webhook_options.ts";
export { mostCounted, webhookKind, type WebhookRecord, wokenPrefix } from "./webhook_records.ts";
export { type JudgedActor, Webhooks } from "./webhooks.ts";
export { deleteWebhooks } from "./delivery/reset_deliveries.ts";
