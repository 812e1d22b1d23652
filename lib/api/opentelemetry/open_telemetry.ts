import { trace } from "@opentelemetry/api";
import { type Check, fields, flag } from "../../base/input/check_options.ts";
import { Measurements } from "./measurements.ts";
import { RequestSpans } from "./request_spans.ts";
import { traceStoreCalls } from "./store_spans.ts";
import type { Telemetry } from "./telemetry.ts";
import { traceSender } from "./webhook_spans.ts";

/** Options of {@link openTelemetry}. */
export interface OpenTelemetryOptions {
  /** True to record the client's address in the spans of requests, as `client.address`. Default: false. */
  clientAddress?: boolean;
  /** True to send the header `traceparent` (W3C Trace Context) to the URLs of webhooks. Default: false. */
  webhookTraceparent?: boolean;
}

/** Name of the instrumentation scope. */
export const scope = "postern";

const optionsCheck: Check = fields<OpenTelemetryOptions>({ clientAddress: flag, webhookTraceparent: flag });

/**
 * Creates traces and metrics for the option `telemetry` of `createPublicApi`. They go to the SDK of OpenTelemetry that the host has started.
 * Without an SDK nothing is recorded. It needs the package `@opentelemetry/api`.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { openTelemetry } from "postern/opentelemetry";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 *
 * const api = createPublicApi({ storage: memoryDriver(), telemetry: openTelemetry() });
 * ```
 */
export function openTelemetry(options: OpenTelemetryOptions = {}): Telemetry {
  optionsCheck(options, { action: "create the telemetry", option: "" });
  const { clientAddress = false, webhookTraceparent = false } = options;
  const tracer = trace.getTracer(scope);
  const measurements = new Measurements(scope);
  const requests = new RequestSpans({ tracer, measurements, clientAddress });
  return {
    traceRequest: (request, respond) => requests.trace(request, respond),
    traceCall: traceStoreCalls(tracer),
    traceWebhooks: (send) => traceSender(send, { tracer, webhookTraceparent }),
    hooks: measurements.hooks,
  };
}
