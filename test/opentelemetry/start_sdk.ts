import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

/** Directory of the SDK, which is installed separately. Its `@opentelemetry/api` must not be older than the one of the repository. */
export const sdkDirectory: string = resolve("test/opentelemetry/sdk");

/** Returns true and prints a message if the SDK is not installed. With `CI` set, it must be installed. */
export function sdkIsMissing(): boolean {
  if (existsSync(`${sdkDirectory}/node_modules`)) return false;
  const command = "npm ci --prefix test/opentelemetry/sdk";
  if (process.env["CI"]) throw new Error(`Cannot test with the SDK of OpenTelemetry: run "${command}"`);
  console.warn(`The tests with the SDK of OpenTelemetry are skipped: run "${command}"`);
  return true;
}

/** Exports to a receiver. */
interface Exporting {
  forceFlush(): Promise<void>;
}

/** The parts of the SDK that tests use. Its own types are missing if it is not installed. */
interface Sdk {
  BatchSpanProcessor: new (options: object) => Exporting;
  NodeSDK: new (options: object) => { start(): void };
  OTLPMetricExporter: new (options: object) => object;
  OTLPTraceExporter: new (options: object) => object;
  PeriodicExportingMetricReader: new (options: object) => Exporting;
}

const packages = [
  "exporter-metrics-otlp-http",
  "exporter-trace-otlp-http",
  "sdk-metrics",
  "sdk-node",
  "sdk-trace",
];

/** A started SDK. */
export interface StartedSdk {
  /** Exports everything that has ended. */
  flush(): Promise<void>;
}

/** Starts the SDK for this process, with exporters to a receiver. A process can do this only once. */
export function startSdk(url: string): StartedSdk {
  const load = createRequire(`${sdkDirectory}/package.json`);
  const sdk = Object.assign({}, ...packages.map((name) => load(`@opentelemetry/${name}`) as object)) as Sdk;
  const spans = new sdk.BatchSpanProcessor({
    exporter: new sdk.OTLPTraceExporter({ url: `${url}/v1/traces` }),
  });
  const exporter = new sdk.OTLPMetricExporter({ url: `${url}/v1/metrics` });
  const metrics = new sdk.PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  new sdk.NodeSDK({
    autoDetectResources: false,
    instrumentations: [],
    metricReaders: [metrics],
    spanProcessors: [spans],
  }).start();
  return {
    flush: async () => {
      await spans.forceFlush();
      await metrics.forceFlush();
    },
  };
}
