import { isSpanContextValid, metrics, type ObservableGauge, trace } from "@opentelemetry/api";
import { type Check, fields, flag } from "../../base/input/check_options.ts";
import { type MetricName, metricTable } from "../../http/mod.ts";
import type { TraceRequest } from "../../http/mod.ts";
import type { TraceCall } from "../../store/mod.ts";
import type { SendWebhook, WaitingEvents } from "../../webhooks/mod.ts";
import { Measurements } from "./measurements.ts";
import { RequestSpans } from "./request_spans.ts";
import { traceStoreCalls } from "./store_spans.ts";
import type { CountingHooks, Telemetry } from "./telemetry.ts";
import { traceSender } from "./webhook_spans.ts";

/** Options of {@link openTelemetry}. */
export interface OpenTelemetryOptions {
  /** True to record the client's address in the spans of requests, as `client.address`. Default: false. */
  clientAddress?: boolean;
  /** True to send the header `traceparent` (W3C Trace Context) to the URLs of webhooks. Default: false. */
  webhookTraceparent?: boolean;
}

/** Name of the instrumentation scope. */
const scope = "postern";

const optionsCheck: Check = fields<OpenTelemetryOptions>({ clientAddress: flag, webhookTraceparent: flag });

/** A provider of the SDK. Those of the API export nothing. */
interface Flushed {
  forceFlush?: () => Promise<void>;
}

/** The traces and metrics of a process, for the option `telemetry` of its APIs. */
export class OpenTelemetry implements Telemetry {
  readonly traceRequest: TraceRequest;
  readonly traceCall: TraceCall;
  readonly traceWebhooks: (send: SendWebhook) => SendWebhook;
  readonly hooks: CountingHooks;

  /** @throws {InvalidOptionError} if an option is unknown, or its value is not allowed */
  constructor(options: OpenTelemetryOptions) {
    optionsCheck(options, { action: "create the telemetry", option: "" });
    const { clientAddress = false, webhookTraceparent = false } = options;
    const tracer = trace.getTracer(scope);
    const measurements = new Measurements(scope);
    const requests = new RequestSpans({ tracer, measurements, clientAddress });
    this.traceRequest = (request, respond) => requests.trace(request, respond);
    this.traceCall = traceStoreCalls(tracer);
    this.traceWebhooks = (send) => traceSender(send, { tracer, webhookTraceparent });
    this.hooks = measurements.hooks;
  }

  /** True if the SDK creates spans. Otherwise none was started, or its `@opentelemetry/api` is older than the one of this package. */
  get hasTracer(): boolean {
    return isSpanContextValid(trace.getTracer(scope).startSpan("start").spanContext());
  }

  /** Exports the number of lost lines of a log. */
  watchLog(dropped: () => number): void {
    gaugeOf("postern_log_lines_dropped").addCallback((result) => result.observe(dropped()));
  }

  /** Exports whether the store refuses writes. */
  watchWrites(areRefused: () => boolean): void {
    gaugeOf("postern_store_writes_refused").addCallback((result) => result.observe(areRefused() ? 1 : 0));
  }

  /**
   * Exports the number of events that wait for webhooks, and the age of the oldest.
   *
   * @param read returns them for each export, such as `api.webhooks.waiting()`. If it fails, an export lacks them
   * @param now returns the milliseconds since the epoch
   */
  watchWebhooks(read: () => Promise<WaitingEvents>, now: () => number): void {
    const count = gaugeOf("postern_webhook_events_waiting");
    const age = gaugeOf("postern_webhook_oldest_waiting_seconds");
    const observe = async (result: {
      observe(gauge: ObservableGauge, value: number): void;
    }): Promise<void> => {
      const { waiting, oldestWaitingAt } = await read();
      result.observe(count, waiting);
      result.observe(age, oldestWaitingAt === undefined ? 0 : (now() - Date.parse(oldestWaitingAt)) / 1000);
    };
    metrics.getMeter(scope).addBatchObservableCallback(observe, [count, age]);
  }

  /** Exports everything that has ended. An SDK exports only now and then, and its own end comes too late. */
  async flush(): Promise<void> {
    // The proxy is an instance of the SDK's copy of the package, if there are two.
    const tracers = trace.getTracerProvider() as Flushed & { getDelegate?: () => Flushed };
    const meters = metrics.getMeterProvider() as Flushed;
    const providers = [tracers.getDelegate?.() ?? tracers, meters];
    await Promise.allSettled(providers.map(async (provider) => provider.forceFlush?.()));
  }
}

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
export function openTelemetry(options: OpenTelemetryOptions = {}): OpenTelemetry {
  return new OpenTelemetry(options);
}

function gaugeOf(name: MetricName): ObservableGauge {
  const { help, unit } = metricTable[name];
  return metrics.getMeter(scope).createObservableGauge(name, {
    description: help,
    ...(unit !== undefined && { unit }),
  });
}
