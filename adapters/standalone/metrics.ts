import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram } from "prom-client";
import { StoreUnavailableError, type WaitingEvents } from "../../lib/mod.ts";
import type { Observation } from "./observation.ts";

/** Histogram buckets in seconds. Most responses take less than one millisecond. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Methods with their own label. All other methods share a label, so clients cannot create labels. */
const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** The server's metrics, in Prometheus text format 0.0.4. */
export class Metrics {
  readonly #registry = new AggregatorRegistry();
  readonly #durations = new Histogram({
    name: "postern_http_request_duration_seconds",
    help: "Seconds from the headers of a request to the end of its response. The count is the number of requests",
    labelNames: ["route", "method", "status"],
    buckets,
    registers: [this.#registry],
  });
  readonly #refusals = new Counter({
    name: "postern_key_refusals_total",
    help: "Requests whose API key was refused, by reason",
    labelNames: ["reason"],
    registers: [this.#registry],
  });
  readonly #storeErrors = new Counter({
    name: "postern_store_errors_total",
    help: "Requests that got 503 because the store did not respond",
    registers: [this.#registry],
  });
  readonly #damagedRecords = new Counter({
    name: "postern_store_damaged_records_total",
    help: "Damaged records found since the start, each counted once",
    registers: [this.#registry],
  });
  readonly #webhookAttempts = new Counter({
    name: "postern_webhook_attempts_total",
    help: "Requests to the URLs of webhooks, by outcome: delivered, failed (retried) or abandoned",
    labelNames: ["outcome"],
    registers: [this.#registry],
  });
  readonly #fileBytes = new Counter({
    name: "postern_media_added_bytes_total",
    help: "Bytes of files whose upload this process has logged",
    registers: [this.#registry],
  });
  #inFlight = 0;

  /**
   * @param droppedLines returns the number of dropped log lines
   * @param worker this worker's number, used as a label. Without it, a sum over all workers would fall when a worker ends, like a restart
   */
  constructor(droppedLines: () => number, worker: string | undefined) {
    // Responds to the primary process, which queries all workers.
    AggregatorRegistry.setRegistries(this.#registry);
    if (worker !== undefined) this.#registry.setDefaultLabels({ worker });
    this.#gauge("postern_http_requests_in_flight", "Requests in progress", () => this.#inFlight);
    this.#gauge("postern_log_lines_dropped", "Log lines lost since the start", droppedLines);
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
    this.#gauge("postern_store_writes_refused", "1 if the store refused the last write, else 0", () =>
      areRefused() ? 1 : 0,
    );
  }

  /** Adds the metrics of waiting webhook events. `read` is called for each scrape. If it fails, the metrics keep their values. */
  watchWebhooks(read: () => Promise<WaitingEvents>): void {
    let last: WaitingEvents = { waiting: 0 };
    let reading: Promise<void> | undefined;
    const update = async (): Promise<void> => {
      last = await read().catch(() => last);
      reading = undefined;
    };
    const gauge = (name: string, help: string, value: () => number): void =>
      this.#gauge(name, help, async () => {
        await (reading ??= update());
        return value();
      });
    gauge(
      "postern_webhook_events_waiting",
      "Events of the deployment that wait for webhooks",
      () => last.waiting,
    );
    gauge(
      "postern_webhook_oldest_waiting_seconds",
      "Age of the oldest event that waits for a webhook, in seconds; 0 if no event waits",
      () => (last.oldestWaitingAt === undefined ? 0 : (Date.now() - Date.parse(last.oldestWaitingAt)) / 1000),
    );
  }

  begin(): void {
    this.#inFlight++;
  }

  end({ message: { method = "" }, response, about, milliseconds }: Observation): void {
    const { route = "none", error } = about;
    this.#inFlight--;
    const labels = { route, method: methods.has(method) ? method : "other", status: response.statusCode };
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

  #gauge(name: string, help: string, read: () => number | Promise<number>): void {
    const registers = [this.#registry];
    const gauge: Gauge = new Gauge({ name, help, registers, collect: async () => gauge.set(await read()) });
  }
}
