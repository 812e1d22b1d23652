import { context, ROOT_CONTEXT, type Span, SpanKind, trace, type Tracer } from "@opentelemetry/api";
import type { SendWebhook, WebhookRequest } from "../../webhooks/mod.ts";
import { markFailed } from "./span_failure.ts";

/** Options of {@link traceSender}. */
export interface SenderOptions {
  tracer: Tracer;
  /** True to send `traceparent`. */
  webhookTraceparent: boolean;
}

/**
 * Returns a function that sends webhooks in spans. A span has no path of the URL, which can be a secret. It is below the request that sends
 * the webhook, and otherwise begins a trace.
 */
export function traceSender(send: SendWebhook, options: SenderOptions): SendWebhook {
  const traced: SendWebhook = async (request) => {
    const isInRequest = trace.getActiveSpan()?.isRecording() === true;
    const parent = isInRequest ? context.active() : ROOT_CONTEXT;
    const span = options.tracer.startSpan("POST", spanOptions(request.url), parent);
    const sent = options.webhookTraceparent ? withTraceparent(request, span) : request;
    try {
      const response = await context.with(trace.setSpan(parent, span), async () => send(sent));
      const { status } = response;
      span.setAttribute("http.response.status_code", status);
      if (status >= 400) markFailed(span, undefined, String(status));
      return response;
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  };
  return send.get === undefined ? traced : Object.assign(traced, { get: send.get });
}

function spanOptions(url: string): { kind: SpanKind; attributes: Record<string, string | number> } {
  const { hostname, port, protocol } = new URL(url);
  return {
    kind: SpanKind.CLIENT,
    attributes: {
      "http.request.method": "POST",
      "server.address": hostname,
      "server.port": port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
    },
  };
}

/** Adds the header `traceparent` (W3C Trace Context). Baggage and `tracestate` of the host are not for other systems. */
function withTraceparent(request: WebhookRequest, span: Span): WebhookRequest {
  const { traceId, spanId, traceFlags } = span.spanContext();
  const flags = traceFlags.toString(16).padStart(2, "0");
  return { ...request, headers: { ...request.headers, traceparent: `00-${traceId}-${spanId}-${flags}` } };
}
