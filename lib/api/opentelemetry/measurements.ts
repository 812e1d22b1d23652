import {
  type Attributes,
  type Counter,
  type Histogram,
  type Meter,
  metrics,
  type MetricOptions,
  type UpDownCounter,
} from "@opentelemetry/api";
import { StoreUnavailableError } from "../../base/errors.ts";
import { labelledMethods, type MetricName, metricTable } from "../../http/mod.ts";
import type { Outgoing } from "../../http/mod.ts";
import type { CountingHooks } from "./telemetry.ts";

/** The metrics of an API. The instruments are created when they are first used, because a meter that exists before the SDK never exports. */
export class Measurements {
  readonly #scope: string;
  readonly #counters = new Map<MetricName, Counter>();
  #durations: Histogram | undefined;
  #inFlight: UpDownCounter | undefined;

  readonly hooks: CountingHooks = {
    "key.refused": ({ reason }) => this.#add("postern_key_refusals_total", 1, { reason }),
    "media.added": ({ data }) => this.#add("postern_media_added_bytes_total", data.bytes),
    "record.damaged": () => this.#add("postern_store_damaged_records_total"),
    "webhook.attempted": ({ outcome }) => this.#add("postern_webhook_attempts_total", 1, { outcome }),
  };

  /** @param scope name of the meter */
  constructor(scope: string) {
    this.#scope = scope;
  }

  /** Counts a request as pending, and returns the function that measures its response. */
  begin(method: string): (outgoing: Outgoing | undefined) => void {
    const startedAt = performance.now();
    this.#inFlight ??= this.#create("postern_http_requests_in_flight", "createUpDownCounter");
    this.#inFlight.add(1);
    return (outgoing) => {
      this.#inFlight?.add(-1);
      if (outgoing === undefined) return;
      const { status, about } = outgoing;
      const labels = {
        route: about.route ?? "none",
        method: labelledMethods.has(method) ? method : "other",
        status,
      };
      this.#durations ??= this.#create("postern_http_request_duration_seconds", "createHistogram");
      this.#durations.record((performance.now() - startedAt) / 1000, labels);
      if (about.error instanceof StoreUnavailableError) this.#add("postern_store_errors_total");
    };
  }

  #add(name: MetricName, value = 1, labels?: Attributes): void {
    let counter = this.#counters.get(name);
    if (counter === undefined) {
      counter = this.#create(name, "createCounter");
      this.#counters.set(name, counter);
    }
    counter.add(value, labels);
  }

  #create<Kind extends "createCounter" | "createHistogram" | "createUpDownCounter">(
    name: MetricName,
    kind: Kind,
  ): ReturnType<Meter[Kind]> {
    const { help, unit, buckets } = metricTable[name];
    const options: MetricOptions = { description: help };
    if (unit !== undefined) options.unit = unit;
    if (buckets !== undefined) options.advice = { explicitBucketBoundaries: buckets };
    return metrics.getMeter(this.#scope)[kind](name, options) as ReturnType<Meter[Kind]>;
  }
}
