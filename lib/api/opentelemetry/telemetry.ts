import type { AccessHooks } from "../../access/mod.ts";
import type { ChangeHooks } from "../../events/mod.ts";
import type { TraceRequest } from "../../http/mod.ts";
import type { StoreHooks, TraceCall } from "../../store/mod.ts";
import type { SendWebhook, WebhookHooks } from "../../webhooks/mod.ts";

/** Hooks that count events. They return nothing and never throw. */
export type CountingHooks = Pick<AccessHooks, "key.refused"> &
  Pick<ChangeHooks, "media.added"> &
  Pick<StoreHooks, "record.damaged"> &
  Pick<WebhookHooks, "webhook.attempted">;

/** Traces and metrics of an API: `openTelemetry()` of `postern/opentelemetry`. */
export interface Telemetry {
  /** Handles a request, and records it. */
  readonly traceRequest: TraceRequest;
  /** Runs a call to the store, and records it if it belongs to a recorded request. */
  readonly traceCall: TraceCall;
  /** Returns a function that sends webhooks, and records each request. */
  readonly traceWebhooks: (send: SendWebhook) => SendWebhook;
  readonly hooks: CountingHooks;
}
