import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  type MetricConfiguration,
} from "prom-client";
import { labelledMethods, type MetricName, metricTable } from "../../lib/http/mod.ts";
import { StoreUnavailableError, type WaitingEvents } from "../../lib/mod.ts";
import type { Observation } from "./observation.ts";

/** The server's metrics, in Prometheus text format 0.0.4. */
export class Metrics {
  readonly #registry = new AggregatorRegistry();
  readonly #durations = new Histogram(this.#row("postern_http_request_duration_seconds"));
  readonly #refusals = new Counter(this.#row("postern_key_refusals_total"));
  readonly #storeErrors = new Counter(this.#row("postern_store_errors_total"));
  readonly #damagedRecords = new Counter(this.#row("postern_store_damaged_records_total"));
  readonly #webhookAttempts = new Counter(this.#row("postern_webhook_attempts_total"));
  readonly #fileBytes = new Counter(this.#row("postern_media_added_bytes_total"));
  #inFlight = 0;

  /**
   * @param droppedLines returns the number of dropped log lines
   * @param worker this worker's number, used as a label. Without it, a sum over all workers would fall when a worker ends, like a restart
   */
  constructor(droppedLines: () => number, worker: string | undefined) {
    // Responds to the primary process, which queries all workers.
    AggregatorRegistry.setRegistries(this.#registry);
    if (worker !== undefined) this.#registry.setDefaultLabels({ worker });
    this.#gauge("postern_http_requests_in_flight", () => this.#inFlight);
    this.#gauge("postern_log_lines_dropped", droppedLines);
    collectDefaultMetrics({ register: this.#registry });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Counts a stored file. */
  addFile(bytes: number): void {
    this.#fileBytes.inc(bytes);
  }

  /** Returns all metrics as text. */
  async text(): Promise<string> {
    return this.#registry.metrics();
  }

  /** Adds the metric of refused writes. `areRefused` is called for each scrape. */
  watchWrites(areRefused: () => boolean): void {
    this.#gauge("postern_store_writes_refused", () => (areRefused() ? 1 : 0));
  }

  /** Adds the metrics of waiting webhook events. `read` is called for each scrape. If it fails, the metrics keep their values. */
  watchWebhooks(read: () => Promise<WaitingEvents>): void {
    let last: WaitingEvents = { waiting: 0 };
    let reading: Promise<void> | undefined;
    const update = async (): Promise<void> => {
      last = await read().catch(() => last);
      reading = undefined;
    };
    const gauge = (name: MetricName, value: () => number): void =>
      this.#gauge(name, async () => {
        await (reading ??= update());
        return value();
      });
    gauge("postern_webhook_events_waiting", () => last.waiting);
    gauge("postern_webhook_oldest_waiting_seconds", () =>
      last.oldestWaitingAt === undefined ? 0 : (Date.now() - Date.parse(last.oldestWaitingAt)) / 1000,
    );
  }

  begin(): void {
    this.#inFlight++;
  }

  end({ message: { method = "" }, response, about, milliseconds }: Observation): void {
    const { route = "none", error } = about;
    this.#inFlight--;
    const labels = {
      route,
      method: labelledMethods.has(method) ? method : "other",
      status: response.statusCode,
    };
    this.#durations.observe(labels, milliseconds / 1000);
    if (error instanceof StoreUnavailableError) this.#storeErrors.inc();
  }

  refuse(reason: string): void {
    this.#refusals.inc({ reason });
  }

  attempt(outcome: string): void {
    this.#webhookAttempts.inc({ outcome });
  }

  damage(): void {
    this.#damagedRecords.inc();
  }

  #gauge(name: MetricName, read: () => number | Promise<number>): void {
    const collect = async (): Promise<void> => gauge.set(await read());
    const gauge: Gauge = new Gauge({ ...this.#row(name), collect });
  }

  /** Returns the configuration of a metric in the table. */
  #row(name: MetricName): MetricConfiguration<string> & { buckets?: number[] } {
    const { help, labels = [], buckets } = metricTable[name];
    return { name, help, labelNames: labels, registers: [this.#registry], ...(buckets && { buckets }) };
  }
}
