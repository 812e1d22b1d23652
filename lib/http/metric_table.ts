/** Histogram buckets in seconds. Most responses take less than one millisecond. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A metric under the name that Prometheus and OpenTelemetry export. */
export interface Metric {
  help: string;
  /** Names of its labels. Default: none. */
  labels?: readonly string[];
  /** Unit of the values, as in UCUM. Default: the metric counts. */
  unit?: string;
  /** Upper bounds of a histogram. Default: the metric is no histogram. */
  buckets?: number[];
}

/** Names of the metrics. Those of counters end with `_total`, those of values with their unit. */
export type MetricName =
  | "postern_http_request_duration_seconds"
  | "postern_http_requests_in_flight"
  | "postern_key_refusals_total"
  | "postern_store_errors_total"
  | "postern_store_writes_refused"
  | "postern_store_damaged_records_total"
  | "postern_webhook_attempts_total"
  | "postern_webhook_events_waiting"
  | "postern_webhook_oldest_waiting_seconds"
  | "postern_media_added_bytes_total"
  | "postern_log_lines_dropped";

/** The metrics of Prometheus and OpenTelemetry, in the order of the docs. */
export const metricTable: Readonly<Record<MetricName, Metric>> = {
  postern_http_request_duration_seconds: {
    help: "Seconds from the headers of a request to the end of its response. The count is the number of requests",
    labels: ["route", "method", "status"],
    unit: "s",
    buckets,
  },
  postern_http_requests_in_flight: { help: "Requests in progress" },
  postern_key_refusals_total: {
    help: "Requests whose API key was refused, by reason",
    labels: ["reason"],
  },
  postern_store_errors_total: { help: "Requests that got 503 because the store did not respond" },
  postern_store_writes_refused: { help: "1 if the store refused the last write, else 0" },
  postern_store_damaged_records_total: {
    help: "Damaged records found since the start, each counted once",
  },
  postern_webhook_attempts_total: {
    help: "Requests to the URLs of webhooks, by outcome: delivered, failed (retried) or abandoned",
    labels: ["outcome"],
  },
  postern_webhook_events_waiting: { help: "Events of the deployment that wait for webhooks" },
  postern_webhook_oldest_waiting_seconds: {
    help: "Age of the oldest event that waits for a webhook, in seconds; 0 if no event waits",
    unit: "s",
  },
  postern_media_added_bytes_total: {
    help: "Bytes of files whose upload this process has logged",
    unit: "By",
  },
  postern_log_lines_dropped: { help: "Log lines lost since the start" },
};

/** Methods with a label of their own. All others have the label `other`, so that clients cannot create series. */
export const labelledMethods: ReadonlySet<string> = new Set(
  "GET HEAD POST PUT PATCH DELETE OPTIONS".split(" "),
);
