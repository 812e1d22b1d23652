import { isSpanContextValid, metrics, type ObservableGauge, trace } from "@opentelemetry/api";
import { type MetricName, metricTable } from "../../base/metric_table.ts";
import type { WaitingEvents } from "../../webhooks/mod.ts";
import { openTelemetry, type OpenTelemetryOptions, scope } from "./open_telemetry.ts";
import type { Telemetry } from "./telemetry.ts";

/** A provider of the SDK. Those of the API export nothing. */
interface Flushed {
  forceFlush?: () => Promise<void>;
}

/** The traces and metrics of a server, which starts after the SDK and ends with its process. */
export class ServerTelemetry {
  readonly telemetry: Telemetry;

  constructor(options: OpenTelemetryOptions) {
    this.telemetry = openTelemetry(options);
  }

  /** True if the SDK creates spans. Otherwise none was started, or its `@opentelemetry/api` is older than the one of this package. */
  get hasTracer(): boolean {
    return isSpanContextValid(trace.getTracer(scope).startSpan("start").spanContext());
  }

  /** Adds the metric of lost lines of the log. */
  watchLog(dropped: () => number): void {
    gaugeOf("postern_log_lines_dropped").addCallback((result) => result.observe(dropped()));
  }

  /** Adds the metrics of waiting webhook events. `read` is called for each export. If it fails, an export lacks them. */
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

function gaugeOf(name: MetricName): ObservableGauge {
  const { help, unit } = metricTable[name];
  return metrics.getMeter(scope).createObservableGauge(name, {
    description: help,
    ...(unit !== undefined && { unit }),
  });
}
